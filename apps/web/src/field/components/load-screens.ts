import type * as later from './later-screens.ts';

type Screens = typeof later;

/** Between two attempts. */
const RETRY_MS = 2000;

/**
 * Loads the screens that are downloaded after the first one; the service worker stores them. Tries until it succeeds: on a
 * phone that loses its signal too early, a screen stays empty for a while instead of ending the page.
 * @param load for tests.
 */
export async function loadScreens(load: () => Promise<Screens> = () => import('./later-screens.ts')): Promise<Screens> {
  for (;;) {
    const screens = await load().catch(() => undefined);
    if (screens) return screens;
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
}
