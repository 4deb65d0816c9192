import { config } from 'zod/mini';

/** Otherwise zod tries `new Function` once, which the content security policy reports as a violation. */
config({ jitless: true });
