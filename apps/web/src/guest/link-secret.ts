const SECRET = /^#([A-Za-z0-9_-]{43}(?:[A-Za-z0-9_-]{11})?)$/;

/**
 * @returns the secret of the link in an address; undefined if it has none, or not all of it. It stays in the address, so
 * that the page can be reloaded and saved; no server receives it.
 */
export const secretIn = ({ hash }: Pick<Location, 'hash'>): string | undefined => SECRET.exec(hash)?.[1];
