import { redirect, replace } from 'react-router-dom';

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

/** Whether the address bar already shows the requested address: on first load and after back and forward. */
const isThere = ({ url }: Request): boolean => withoutFragment(location.href) === withoutFragment(url);

/** @returns the requested address with its fragment, which the router does not pass to guards. */
export const requestedAddress = (request: Request): string => (isThere(request) ? location.href : request.url);

/**
 * Redirects to `path`. Replaces a history entry that was typed, opened from elsewhere or returned to, because it would
 * only redirect again. The target of a link has no entry yet, and must not replace the page with the link.
 */
export const redirectTo = (request: Request, path: string): Response =>
  isThere(request) ? replace(path) : redirect(path);
