import { paths } from '#shared/paths.ts';

/** Query parameter with the path to return to after signing in. */
export const RETURN_PARAM = 'volver';

/** Any origin works: it is only used to check that a relative URL stays on it. */
const SOME_ORIGIN = 'https://despacho.invalid';

const firstSegment = (pathname: string): string => pathname.split('/')[1]?.toLowerCase() ?? '';

/** First segments of the sign-in and error pages; returning to them would loop. */
const NO_RETURN = new Set([paths.root, paths.auth, paths.provider, paths.expired, paths.forbidden].map(firstSegment));

const isReturnPath = (pathname: string): boolean => !NO_RETURN.has(firstSegment(pathname));

/**
 * @param raw any string from the address bar.
 * @returns a normalised path of this application with query and fragment, or undefined if it is not clearly one.
 */
export function safeReturnPath(raw: string | null | undefined): string | undefined {
  // Browsers treat backslashes as slashes and ignore control characters and surrounding spaces.
  // oxlint-disable-next-line no-control-regex -- they are what must be kept out
  if (!raw?.startsWith('/') || /[\\\u0000-\u0020\u007f]/.test(raw)) return undefined;
  if (!URL.canParse(raw, SOME_ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(raw, SOME_ORIGIN);
  // `/.//host` normalises to `//host`, which browsers treat as another host.
  if (origin !== SOME_ORIGIN || pathname.startsWith('//') || !isReturnPath(pathname)) return undefined;
  return pathname + search + hash;
}

/**
 * @param target `paths.login` or `paths.expired`.
 * @param from path, query and fragment to return to; omitted from the result if unsafe or itself a sign-in page.
 */
export function withReturnPath(target: string, from: string | null | undefined): string {
  const back = safeReturnPath(from);
  return back ? `${target}?${new URLSearchParams({ [RETURN_PARAM]: back }).toString()}` : target;
}
