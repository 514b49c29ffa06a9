/** All assertions, by the names that tasks call them by. */
export * as assistant from "./carrier.ts";
export * as user from "./phone.ts";
