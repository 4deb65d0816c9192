const SECRET = /^#([A-Za-z0-9_-]{43})$/;

/** The screen of a page that is loaded again, after the camera has closed it. */
const SCREEN = '#/';

/**
 * Takes the secret of a link out of the page's address, where it would remain in the history and on the screen.
 * @returns the secret; undefined if the address has none.
 */
export function takeLinkSecret(place: Location, history: History): string | undefined {
  const { hash, pathname, search } = place;
  if (hash !== '' && !hash.startsWith(SCREEN)) history.replaceState(null, '', `${pathname}${search}`);
  return SECRET.exec(hash)?.[1];
}
