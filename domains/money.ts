/** Dollars as numbers, rounded to the cent. */

/** To two decimals by the exact value, halves to the even cent: 0.125 is 0.12 and 0.375 is 0.38, as in Python's `round`. */
export function roundCents(amount: number): number {
  const half = Number.isInteger(amount * 8) && !Number.isInteger(amount * 4);
  if (!half) return Number(amount.toFixed(2)) + 0;
  const below = Math.floor(amount * 100);
  return (below % 2 === 0 ? below : below + 1) / 100;
}

export function sumOf(amounts: readonly number[]): number {
  return roundCents(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** "54.10": as amounts are written, less the dollar sign. */
export function money(amount: number): string {
  return roundCents(amount).toFixed(2);
}
