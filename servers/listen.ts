/** An app on a port, until a signal ends it in good order. */
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { UsageError } from "./usage-error.ts";

/** A drain waits no longer than this for requests to finish. */
const DRAIN_MS = 5_000;

interface Place {
  readonly fetch: Parameters<typeof serve>[0]["fetch"];
  readonly hostname: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/**
 * Resolves after a signal, once running requests are answered. Rejects if it can't listen.
 * @param onBound hears where, as `http://127.0.0.1:8700`
 * @param onSignal before the port is closed: what has to end for running requests to be answered
 */
export async function listen(place: Place, onBound: (address: string) => void, onSignal?: () => void): Promise<void> {
  const server = serve(place, ({ family, address, port }) => {
    onBound(`http://${family === "IPv6" ? `[${address}]` : address}:${port}`);
  }) as Server;
  const closed = Promise.withResolvers<void>();
  const fail = (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE";
    const remedy = `${place.hostname}:${place.port} is taken: give another --port`;
    closed.reject(isTaken ? new UsageError(remedy, { cause: error }) : error);
  };
  server.once("error", fail).once("close", closed.resolve);
  const drain = () => {
    onSignal?.();
    server.close();
    // A connection that was answering when the signal came is idle only afterwards.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  };
  process.once("SIGTERM", drain).once("SIGINT", drain);
  await closed.promise;
}
