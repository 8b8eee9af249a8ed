import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { palette } from "./palette.ts";

const server = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:8942";

export default defineConfig({
  plugins: [svelte(), palette()],
  build: {
    // The Python package serves the built client from its own folder.
    outDir: fileURLToPath(new URL("../src/sandtable/server/static", import.meta.url)),
    emptyOutDir: true,
    // The server's content security policy allows no `data:` scripts or styles; files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // How long the bundler's plugins took concerns nobody who merely builds.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    // `npm run dev` beside a running `sandtable play --port 8942 --no-browser`.
    proxy: { "/api": { target: server, ws: true, changeOrigin: true }, "/openapi.json": server },
  },
});
