import { config } from 'zod/mini';

/** zod would otherwise try `new Function` once, which the content security policy reports as a violation. */
config({ jitless: true });
