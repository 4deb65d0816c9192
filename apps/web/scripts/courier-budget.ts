import { DIST, type Page, report, type Weight, weightsOf } from './login-budget.ts';

/** Largest size in bytes of the JavaScript and CSS that the courier's page downloads at first, compressed. */
export const COURIER_BUDGET = 110_000;

const COURIER: Page = { html: 'courier.html', manifest: '.vite/courier.json', chunks: ['courier.html'] };

/**
 * @param dist folder of a build.
 * @returns every script and style sheet that the courier's page downloads before anything is opened.
 */
export const courierWeights = (dist: URL): Promise<Weight[]> => weightsOf(dist, COURIER);

if (import.meta.main) report(await courierWeights(DIST), COURIER_BUDGET, 'the courier’s page');
