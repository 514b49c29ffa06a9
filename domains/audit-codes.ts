/** What an audit can find in a task. The codes are stable: tools filter by them, and `docs/audit.md` explains each. */

/** By code, in the order of how bad it is: what the finding says of a task, for a line of a table. */
export const auditCodes = {
  "start-unreachable": "its initial state can't be reached",
  "assertion-broken": "one of its assertions can't be asked",
  "reference-short": "its reference does not score 1",
  "write-refused": "a write of its reference is refused",
  "unknown-id": "its reference names an id that nobody knows",
  "silence-scores": "doing nothing scores 1",
  "transfer-scores": "transferring at once scores 1",
  "drop-unnoticed": "its reference scores 1 with a write left out",
  "held-at-start": "all its assertions hold before anything is done",
  "nothing-to-check": "a component of its basis has nothing to check",
  "shared-subject": "it shares a subject with a task of the other split",
  "fact-given-away": "the user's own text tells a fact that must be told",
  "short-fact": "a fact that must be told is a single character",
  "look-up-refused": "a look-up of its reference is refused",
  "changes-nothing": "its reference leaves all that counts as it was",
  "needs-judge": "its basis has assertions that need a judge",
  "same-text": "another task has the same text for the user",
  "same-outcome": "another task begins so and is to leave the same rows behind",
} as const;

export type AuditCode = keyof typeof auditCodes;

/** One thing that is worth knowing of a task before it is trained on. */
export interface AuditFinding {
  readonly code: AuditCode;
  /** For a person, without the task's id. */
  readonly text: string;
}
