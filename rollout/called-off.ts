/** Waiting for work that may be called off: whoever waits then waits no longer, whether or not the work heeds it. */

/** What the work resolves with, unless the signal aborts first: then its reason is thrown, and the work goes on alone. */
export async function unlessCalledOff<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const calledOff = Promise.withResolvers<never>();
  const abort = () => calledOff.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, calledOff.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
