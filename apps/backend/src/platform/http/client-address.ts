import { entriesOf } from '@despacho/server/settings';
import { BlockList, isIP } from 'node:net';

/** Addresses of the reverse proxies whose `X-Forwarded-For` is believed. */
type TrustedProxies = (address: string) => boolean;

const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/**
 * @param text addresses and ranges, comma-separated.
 * @returns undefined if one is neither, or contains every address.
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  const list = new BlockList();
  for (const range of entriesOf(text)) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address);
    const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
    if (family === 0 || !(length >= 1 && length <= (family === 6 ? 128 : 32))) return undefined;
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** @returns the client's address: the last one that no trusted proxy has. */
export function clientAddress(socket: string, forwardedFor: string, isTrusted: TrustedProxies): string {
  const path = [...forwardedFor.split(',').map((part) => part.trim()), socket].map(plain);
  while (path.length > 1 && isTrusted(path.at(-1) ?? '')) path.pop();
  const address = path.at(-1) ?? '';
  return isIP(address) === 0 ? plain(socket) : address;
}
