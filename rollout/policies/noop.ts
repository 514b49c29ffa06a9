/** Says something that means nothing, each turn: what doing nothing scores. */
import type { PolicyKind } from "../policy.ts";

export const noop: PolicyKind = {
  kind: "noop",
  options: {},
  play: () => ({ act: () => ({ message: { content: "I understand. Thank you for your patience." } }) }),
};
