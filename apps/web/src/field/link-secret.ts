const SECRET = /^#([A-Za-z0-9_-]{43})$/;

/**
 * Takes the secret of a link out of the page's address, where it would remain in the history and on the screen.
 * @returns the secret; undefined if the address has none.
 */
export function takeLinkSecret(place: Location, history: History): string | undefined {
  const { hash, pathname, search } = place;
  if (hash !== '') history.replaceState(null, '', `${pathname}${search}`);
  return SECRET.exec(hash)?.[1];
}
