import { ROOT } from '../src/root.ts';

/* Prints how exactly the service places addresses after visits of others, in a database of its own. */
await import(`${ROOT}apps/backend/scripts/check-places.ts`);
