import { type TilePlace } from '@despacho/contracts';

/** A URL writes a brace as `%7B` in its path and as it is in its query. */
const PLACEHOLDER = /(?:%7B|\{)([^{}%]*)(?:%7D|\})/gi;

/** @returns the names between braces in an address, in their order. */
const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/**
 * @param url as configured: with `{z}`, `{x}` and `{y}` in its path or query, or the base of a server that keeps to the usual
 * order of them.
 * @returns the address with its placeholders.
 */
export function tilePattern(url: URL): URL {
  if (namesIn(url.href).length > 0) return url;
  const pattern = new URL(url);
  pattern.pathname = `${url.pathname.replace(/\/$/, '')}/{z}/{x}/{y}.png`;
  return pattern;
}

/** @returns what is wrong with a pattern, as the end of a sentence that begins with the variable's name. */
export function faultOfTilePattern({ href, pathname, search }: URL): string | undefined {
  const names = namesIn(href);
  const known = names.length === 3 && ['z', 'x', 'y'].every((name) => names.includes(name));
  return known && namesIn(pathname + search).length === 3
    ? undefined
    : 'must have {z}, {x} and {y} once each in its path or query and no other braces, or none at all';
}

/** @returns the address of one tile. The place has been checked: it is digits alone. */
export function tileAddress(pattern: URL, place: TilePlace): URL {
  return new URL(pattern.href.replace(PLACEHOLDER, (_, name: keyof TilePlace) => place[name]));
}
