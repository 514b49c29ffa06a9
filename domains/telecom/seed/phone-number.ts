/** Phone numbers as the carrier has them. */
import type { Random } from "../../random.ts";

/** "555-384-2210" */
export function phoneNumber(random: Random): string {
  return `555-${random.digits(3)}-${random.digits(4)}`;
}
