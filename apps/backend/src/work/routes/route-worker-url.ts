import { programBeside } from '#platform/program-beside.ts';

/** Entry point of the thread that computes routes, next to this file in `src/` and in `dist/`. */
export const ROUTE_WORKER_URL = programBeside(import.meta.url, 'route-worker');
