/** The floor that HTTP is held against: a bare Hono route that answers the JSON it got. Says its port on stdout. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono().post("/echo", async (context) => context.json(await context.req.json()));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => process.stdout.write(`${port}\n`));
