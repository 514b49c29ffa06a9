/** The public door of the servers: an environment as an MCP server, worlds over HTTP and stdio. */
export { Episodes, type EpisodesOptions } from "./episodes.ts";
export { type AppOptions, createApp } from "./http.ts";
export { ASKED, mcpServer } from "./mcp.ts";
export { serveOverStdio } from "./stdio.ts";
export { UsageError } from "./usage-error.ts";
export { version } from "./version.ts";
