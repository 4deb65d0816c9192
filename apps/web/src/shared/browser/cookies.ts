import { within } from './within.ts';

const LIMIT_MS = 2000;

/**
 * @returns the raw value of a cookie of this page; '' without one, and in workers of browsers that cannot read cookies.
 */
export async function readCookie(name: string): Promise<string> {
  if (typeof document === 'undefined')
    return within(LIMIT_MS, async () => (await cookieStore.get(name))?.value ?? '', '');
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}
