import { inject } from 'vitest';

/** Replaces `src/work/imports/import-worker-url.ts` (vitest.config.ts): the thread as built, which starts in a third of the CPU time. */
export const IMPORT_WORKER_URL = new URL(inject('importWorker'));
