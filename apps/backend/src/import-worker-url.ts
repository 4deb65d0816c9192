/** The program of the thread that parses a file. It stays beside this file, in `src/` as in `dist/`: see `pglite-worker-url.ts`. */
export const IMPORT_WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './import-worker.ts' : './import-worker.js',
  import.meta.url,
);
