/** Bearer tokens: made unguessable, kept as digests, compared in constant time. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, safe in a URL and a header. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** 128 random bits: an id that stands in a URL and that nobody can guess. */
export function newId(): string {
  return randomBytes(16).toString("hex");
}

/** Digests have one length, so that comparing them tells nothing of the token's. */
export class Secret {
  readonly #digest: Buffer;

  constructor(token: string) {
    this.#digest = digest(token);
  }

  accepts(token: string | undefined): boolean {
    return token !== undefined && timingSafeEqual(this.#digest, digest(token));
  }
}

/** The token of an `Authorization: Bearer` header, if that is what it is. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

function digest(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
