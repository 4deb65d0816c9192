import { BlockList, isIP } from 'node:net';

/** Addresses of the reverse proxies whose `X-Forwarded-For` is believed. */
type TrustedProxies = (address: string) => boolean;

const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/**
 * @param text addresses and ranges, comma-separated.
 * @returns undefined if one is neither, or contains every address.
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  const ranges = text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  const list = new BlockList();
  for (const range of ranges) {
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

/** @returns the network by which clients are counted: IPv6 clients have a /64 each. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = '', right] = address.toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
