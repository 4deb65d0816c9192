import { type TilePlace } from '@despacho/contracts';

/** A URL encodes a brace as `%7B` in its path, but not in its query. */
const PLACEHOLDER = /(?:%7B|\{)([^{}%]*)(?:%7D|\})/gi;

/** @returns the names between braces in a URL, in order. */
const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/**
 * @param url as configured: with `{z}`, `{x}` and `{y}` in its path or query, or the base of a server with the usual
 * order.
 * @returns the URL with its placeholders.
 */
export function tilePattern(url: URL): URL {
  if (namesIn(url.href).length > 0) return url;
  const pattern = new URL(url);
  pattern.pathname = `${url.pathname.replace(/\/$/, '')}/{z}/{x}/{y}.png`;
  return pattern;
}

/** @returns the fault of a pattern, as the end of a sentence that begins with the variable's name. */
export function faultOfTilePattern({ href, pathname, search }: URL): string | undefined {
  const names = namesIn(href);
  const known = names.length === 3 && ['z', 'x', 'y'].every((name) => names.includes(name));
  return known && namesIn(pathname + search).length === 3
    ? undefined
    : 'must have {z}, {x} and {y} once each in its path or query and no other braces, or none at all';
}

/** @returns the URL of one tile. The place has been validated: it contains only digits. */
export function tileAddress(pattern: URL, place: TilePlace): URL {
  return new URL(pattern.href.replace(PLACEHOLDER, (_, name: keyof TilePlace) => place[name]));
}
