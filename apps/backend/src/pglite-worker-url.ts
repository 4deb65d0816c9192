/**
 * Where the database thread's program is. This file stays beside it, in `src/` as in `dist/`, so that the address holds
 * when the service runs from source and when it is bundled.
 */
export const PGLITE_WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './pglite-worker.ts' : './pglite-worker.js',
  import.meta.url,
);
