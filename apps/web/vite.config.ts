import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const NO_FETCH_ADAPTER = '\0axios-without-fetch';

/** axios brings a second transport that browsers only use when XMLHttpRequest is missing: 3 KB of the login page. */
const axiosWithoutFetch: Plugin = {
  name: 'axios-without-fetch',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './fetch.js' && importer?.endsWith('/axios/lib/adapters/adapters.js') ? NO_FETCH_ADAPTER : null,
  load: (id) => (id === NO_FETCH_ADAPTER ? 'export const getFetch = () => undefined;' : null),
};

const ROUTER = fileURLToPath(new URL('../production/', import.meta.resolve('react-router')));

/** Its package names the development build for everyone; the other lies beside it, without the warnings. */
const routerForProduction: Plugin = {
  name: 'router-for-production',
  config: (_, { command }) =>
    command === 'build'
      ? {
          resolve: {
            alias: [
              { find: /^react-router$/, replacement: `${ROUTER}index.mjs` },
              { find: /^react-router\/dom$/, replacement: `${ROUTER}dom-export.mjs` },
            ],
          },
        }
      : null,
};

const BASE =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|axios|zod)\/|packages\/contracts\/|src\/shared\/http\//;

export default defineConfig({
  // Relative to <base href>, which the gateway rewrites for its BASE_PATH: one build serves under any path.
  base: './',
  plugins: [axiosWithoutFetch, routerForProduction, react()],
  build: {
    target: 'es2023',
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // What every page needs is one file: it compresses better, and is fetched at once.
        codeSplitting: { groups: [{ name: 'base', test: BASE, entriesAware: false }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
