import { redirect, replace } from 'react-router-dom';

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

/** Whether the address bar shows already what a guard is asked about: at the first load, after back and forward. */
const isThere = ({ url }: Request): boolean => withoutFragment(location.href) === withoutFragment(url);

/** @returns the address asked for, with its fragment, which the router keeps from guards. */
export const requestedAddress = (request: Request): string => (isThere(request) ? location.href : request.url);

/**
 * Sends somebody on to `path`. An address that was typed, followed from elsewhere or gone back to makes room in the
 * history, where it would only send people on again; one that a link led to has not come into it yet, and must not take
 * the place of the page with the link.
 */
export const redirectTo = (request: Request, path: string): Response =>
  isThere(request) ? replace(path) : redirect(path);
