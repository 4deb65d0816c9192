/**
 * URL of the database thread's program. This file stays next to it in `src/` and in `dist/`, so that the URL is valid
 * when running from source and when bundled.
 */
export const PGLITE_WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './pglite-worker.ts' : './pglite-worker.js',
  import.meta.url,
);
