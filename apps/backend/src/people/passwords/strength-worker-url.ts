/** Entry point of the thread that measures passwords, next to this file in `src/` and in `dist/`: see `pglite-worker-url.ts`. */
export const STRENGTH_WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './strength-worker.ts' : './strength-worker.js',
  import.meta.url,
);
