import { DIST, type Page, report, type Weight, weightsOf } from './login-budget.ts';

/** Largest size in bytes of the JavaScript and CSS that the page of guests downloads, compressed. */
export const GUEST_BUDGET = 90_000;

const GUEST: Page = { html: 'guest.html', manifest: '.vite/guest.json', chunks: ['guest.html'] };

/**
 * @param dist folder of a build.
 * @returns every script and style sheet that the page of guests downloads.
 */
export const guestWeights = (dist: URL): Promise<Weight[]> => weightsOf(dist, GUEST);

if (import.meta.main) report(await guestWeights(DIST), GUEST_BUDGET, 'the page of guests');
