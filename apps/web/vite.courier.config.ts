import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig, type Plugin } from 'vite';
import { TARGET } from './vite.browsers.ts';
import { linkedPage } from './vite.linked-page.ts';

const PUBLIC = fileURLToPath(new URL('public/', import.meta.url));

/** Files of the courier's page outside its module graph. */
const NAMED_IN_HTML = ['theme.js', 'favicon.svg'];

/** Adds the service worker, with the list of the page's files: a new list is a new version. */
const serviceWorker: Plugin = {
  name: 'courier-service-worker',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (dir === undefined) throw new Error('The build has no folder');
    const assets = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(?:js|css|woff2)$/.test(fileName));
    const files = [...assets.map(({ fileName }) => fileName), ...NAMED_IN_HTML].sort();
    // Names of assets contain a hash of their content. The other files do not.
    const unnamed = [`${dir}/courier.html`, ...NAMED_IN_HTML.map((file) => `${PUBLIC}${file}`)];
    const contents = await Promise.all(unnamed.map((file) => readFile(file, 'utf8')));
    const version = createHash('sha256')
      .update(JSON.stringify([files, contents]))
      .digest('hex')
      .slice(0, 12);
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      define: { SHELL: JSON.stringify({ files, version }) },
      build: {
        target: TARGET,
        outDir: `${dir}/r`,
        emptyOutDir: false,
        lib: {
          entry: fileURLToPath(new URL('src/field/offline/service-worker.ts', import.meta.url)),
          // One file: not every phone's browser runs workers with imports.
          formats: ['iife'],
          name: 'worker',
          fileName: () => 'sw.js',
        },
      },
    });
  },
};

/**
 * The courier's page, see `linkedPage`, with its service worker. The package that reads bar codes does not declare that its
 * modules have no side effects: without the rule, its other formats would be in the page too, 85 KB more.
 */
export default mergeConfig(linkedPage('courier'), {
  plugins: [serviceWorker],
  build: {
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/@zxing\//, sideEffects: false }] },
    },
  },
});
