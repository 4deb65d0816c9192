import type * as later from './later-screens.ts';

type Screens = typeof later;

/** Between two attempts. */
const RETRY_MS = 2000;

/**
 * Loads the screens that are downloaded after the first one; the service worker stores them. Tries until it succeeds: on a
 * phone that loses its signal too early, a screen stays empty for a while instead of ending the page.
 * @param load for tests.
 */
export function loadScreens(load: () => Promise<Screens> = () => import('./later-screens.ts')): Promise<Screens> {
  return loadPart(load);
}

/** Loads a part of the page in the same way. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    const part = await load().catch(() => undefined);
    if (part) return part;
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
}
