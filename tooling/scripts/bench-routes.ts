import { ROOT } from '../src/root.ts';

/* Measures the route solver on published instances. */
await import(`${ROOT}apps/backend/scripts/bench-routes.ts`);
