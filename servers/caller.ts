/** Who may call an app at all, and with how much. */
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/hono";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Refusal } from "./refusal.ts";

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(hostname);
}

/**
 * A page in a browser on this machine must not reach an open route through a name that it made resolve here (Host), nor
 * by a plain cross-site request (Origin). Where other machines can call, every route but /healthz asks for a token that
 * no such page has, so any Host will do there.
 */
export function checkCaller(hostname: string): MiddlewareHandler[] {
  if (isLoopback(hostname)) {
    const names = ["localhost", "127.0.0.1", "[::1]", hostname.includes(":") ? `[${hostname}]` : hostname];
    return [hostHeaderValidation(names), originValidation(names), limitBody()];
  }
  return [(c, next) => originValidation([new URL(c.req.url).hostname])(c, next), limitBody()];
}

/** A declared length is enough, as Node holds the sender to it; only a body without one must be counted as it comes. */
function limitBody(): MiddlewareHandler {
  const tooLarge = () => new Refusal(413, `the body is too large: ${MAX_BODY_BYTES} bytes at most`);
  const counted = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw tooLarge();
    },
  });
  return (c, next) => {
    const length = c.req.header("content-length");
    if (length === undefined && c.req.method === "POST") return counted(c, next);
    if (Number(length) > MAX_BODY_BYTES) throw tooLarge();
    return next();
  };
}
