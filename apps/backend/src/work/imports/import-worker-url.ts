/**
 * Entry point of the thread that parses a file. Stays next to this file in `src/` and in `dist/`: see
 * `program-beside.ts`.
 */
export const IMPORT_WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './import-worker.ts' : './import-worker.js',
  import.meta.url,
);
