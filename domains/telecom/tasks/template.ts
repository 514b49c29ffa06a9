/** The kernel's words for templates, with a carrier's rows and customers. */
import type { Identity } from "../../compose.ts";
import type * as draft from "../../draft.ts";
import type * as templates from "../../templates.ts";
import type { Carrier, Customer, Line } from "./carrier.ts";
import type { Proof } from "./proof.ts";

export interface Request extends draft.Request {
  /** How the customer is recognized, where the request depends on it. */
  readonly identity?: Identity;
  /** What no two requests of one conversation are about: whoever is abroad now has not come back from a trip. */
  readonly topic?: "travel";
  /** The line of the phone that the customer holds, where it matters which. */
  readonly phone?: Line;
  /** What of it is proven when the task is made. */
  readonly proof?: Proof;
}

export type Desk = templates.Desk<Carrier>;
export type Draft = templates.Draft<Carrier, Customer, Request>;
export type Template = templates.Template<Carrier, Customer, Request>;
