import react from '@vitejs/plugin-react';
import { type UserConfig } from 'vite';
import { supportedBrowsers, TARGET } from './vite.browsers.ts';
import { plainIcons } from './vite.icons.ts';
import { css } from './vite.tokens.ts';

/**
 * @param name of the page: its HTML is `<name>.html`.
 * @returns the build of a page that is opened with a link. A separate build: shared chunks would contain the router and
 * axios, and each chunk name would count on the sign-in page of staff.
 */
export const linkedPage = (name: 'courier' | 'guest'): UserConfig => ({
  base: './',
  css,
  plugins: [plainIcons, react(), supportedBrowsers],
  build: {
    target: TARGET,
    // After the build of the other pages, into the same folder.
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: `.vite/${name}.json`,
    license: { fileName: `${name}-licenses.md` },
    rolldownOptions: {
      input: `${name}.html`,
      // One file for the first load, although later chunks share parts of it: it compresses better.
      output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'], entriesAware: false }] } },
    },
  },
});
