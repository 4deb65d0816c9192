import { paths } from '../../shared/paths.ts';

/** The query parameter that keeps where a person wanted to go while they sign in. */
export const WAY_BACK = 'volver';

/** Any origin does: it only has to be one that a relative path cannot leave. */
const SOME_ORIGIN = 'https://despacho.invalid';

const firstSegment = (pathname: string): string => pathname.split('/')[1]?.toLowerCase() ?? '';

/** Addresses that lead into signing in again or nowhere; going back to them would be a circle. */
const CIRCLES = new Set([paths.root, paths.auth, paths.expired, paths.forbidden].map(firstSegment));

const isWayBack = (pathname: string): boolean => !CIRCLES.has(firstSegment(pathname));

/**
 * @param raw what stood in the address bar, so anything at all.
 * @returns a path of this application, normalised, with its query and fragment; or undefined when it is not plainly one.
 */
export function safeWayBack(raw: string | null | undefined): string | undefined {
  // Backslashes count as slashes for browsers; control characters and spaces at the edges are skipped by them.
  // oxlint-disable-next-line no-control-regex -- they are what must be kept out
  if (!raw?.startsWith('/') || /[\\\u0000-\u0020\u007f]/.test(raw)) return undefined;
  if (!URL.canParse(raw, SOME_ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(raw, SOME_ORIGIN);
  // `/.//host` normalises to `//host`, which a browser reads as another host.
  if (origin !== SOME_ORIGIN || pathname.startsWith('//') || !isWayBack(pathname)) return undefined;
  return pathname + search + hash;
}

/**
 * @param target `paths.login` or `paths.expired`.
 * @param from the path, query and fragment to come back to; left out when it is not safe or is no way back.
 */
export function withWayBack(target: string, from: string | null | undefined): string {
  const back = safeWayBack(from);
  return back ? `${target}?${new URLSearchParams({ [WAY_BACK]: back }).toString()}` : target;
}
