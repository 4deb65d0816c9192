import { untilLoaded } from './until-loaded.ts';
import type * as later from './later-screens.ts';

type Screens = typeof later;

/**
 * Loads the screens that are downloaded after the first one; the service worker stores them.
 * @param load for tests.
 */
export function loadScreens(load: () => Promise<Screens> = () => import('./later-screens.ts')): Promise<Screens> {
  return untilLoaded(load);
}
