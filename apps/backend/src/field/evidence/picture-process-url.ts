/**
 * Program of the process that decodes pictures. Must stay next to this file in `src/` and in `dist/`, see
 * `pglite-worker-url.ts`.
 */
export const PICTURE_PROCESS_URL = new URL(
  import.meta.url.endsWith('.ts') ? './picture-process.ts' : './picture-process.js',
  import.meta.url,
);
