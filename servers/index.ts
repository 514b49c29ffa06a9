/** The public door of the servers: an environment as an MCP server, worlds over HTTP and stdio. */
export { parse, readBody } from "./body.ts";
export { checkCaller } from "./caller.ts";
export { integer } from "./commands/integer.ts";
export { word } from "./commands/word.ts";
export { domainsWith, loadDomain } from "./domain-module.ts";
export { Episodes, type EpisodesOptions } from "./episodes.ts";
export { type AppOptions, createApp } from "./http.ts";
export { listen } from "./listen.ts";
export { ASKED, mcpServer } from "./mcp.ts";
export { metric } from "./metrics.ts";
export { Refusal, refusalOf, tryAgain, unauthorized } from "./refusal.ts";
export { bearerToken, newToken, Secret } from "./secret.ts";
export { serveOverStdio } from "./stdio.ts";
export { UsageError } from "./usage-error.ts";
export { version } from "./version.ts";
export { TasksQuery, worldFields } from "./world-query.ts";
