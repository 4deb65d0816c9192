import { within } from './within.ts';

const LIMIT_MS = 2000;

/**
 * @returns a cookie of this page, as it was sent; '' without one. In a worker only some browsers can read cookies: there
 * it is '' in the others.
 */
export async function readCookie(name: string): Promise<string> {
  if (typeof document === 'undefined')
    return within(LIMIT_MS, async () => (await cookieStore.get(name))?.value ?? '', '');
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}
