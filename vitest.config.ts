import { defineConfig } from "vitest/config";

export default defineConfig({
  // Vitest leaves a core free, which of two is half.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000, pool: "forks", maxWorkers: "100%" },
});
