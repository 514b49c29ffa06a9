/** Dollars and gigabytes as the carrier and the phone spell them: never without a decimal, "65.0" and "160.5". */
export function spelled(amount: number): string {
  return Number.isInteger(amount) ? amount.toFixed(1) : String(amount);
}
