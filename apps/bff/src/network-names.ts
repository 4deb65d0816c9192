import { isIP } from 'node:net';

/** Names and addresses in the form of `URL.hostname`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

const PRIVATE_V4 = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/**
 * Loopback, private ranges, and names that only resolve in a private network (a container's, `.internal`, `.local`).
 */
export function isPrivateHost(host: string): boolean {
  if (isLoopback(host)) return true;
  if (isIP(host) === 4) return PRIVATE_V4.test(host);
  if (host.startsWith('[')) return /^\[f[cd]/i.test(host);
  return !host.includes('.') || /\.(internal|local)$/.test(host);
}
