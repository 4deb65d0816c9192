/**
 * Security headers by type of response (G30, docs/decisions/0142): all of security-headers.ts, or only those that
 * affect it. A 304 has the headers of the response that it confirms, because a browser replaces the stored ones. The
 * gateway sends no redirects.
 */
export const ANSWER_TYPES = {
  // What a page loads, who may frame it, and what it may use.
  page: 'all',
  // A document when its address is opened, and it may contain scripts.
  svg: 'all',
  // Runs under the policy of its own response, not of the page's.
  worker: 'all',
  // Runs, or is drawn, under the policy of the page. `isAsset` describes them.
  asset: ['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options'],
  // Any other file of the build.
  file: 'all',
  // JSON, event streams, tiles and photos: an upstream determines the content, and the address can be opened.
  data: 'all',
  // Can be the response to anything, including an opened page.
  problem: 'all',
  // Of an operation, like its other responses.
  empty: 'all',
} as const satisfies Record<string, 'all' | readonly string[]>;

/**
 * Scripts, styles, fonts and pictures of the build; a file of a type that is not listed gets all headers. SVG is a
 * document, and workers are built outside /assets (apps/web/vite.config.ts).
 */
const ASSET = /^\/assets\/.*\.(?:css|js|png|woff2)$/;

/**
 * @param path without the base path and the query.
 * @returns whether the file at this path, if there is one, is an `asset` of ANSWER_TYPES.
 */
export const isAsset = (path: string): boolean => ASSET.test(path);
