/** Resolves after so many turns of the microtask queue. */
export async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve();
}
