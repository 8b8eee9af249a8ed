import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { palette } from "./palette.ts";

export default defineConfig({
  plugins: [svelte(), palette()],
  // Runes need Svelte's runtime for browsers.
  resolve: { conditions: ["browser"] },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "happy-dom",
    // `python web/build.py test` starts a real server; the tests ask it as a page of its own would.
    environmentOptions: { happyDOM: { url: process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:8942" } },
  },
});
