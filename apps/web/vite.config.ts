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

export default defineConfig({
  // Relative to <base href>, which the gateway rewrites for its BASE_PATH: one build serves under any path.
  base: './',
  plugins: [axiosWithoutFetch, react()],
  build: {
    target: 'es2023',
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
