/** Timings in milliseconds, summed up. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

export function quantiles(timings: number[]): Quantiles {
  timings.sort((a, b) => a - b);
  const at = (share: number) => timings[Math.min(timings.length - 1, Math.floor(timings.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
