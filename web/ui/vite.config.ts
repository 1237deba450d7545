import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built files are committed and embedded by the program: names carry a hash of the
// contents, addresses are relative, and nothing is inlined, since the page allows no
// inline script or style.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
});
