import { isIP } from 'node:net';

/** @returns the eight groups of a valid IPv6 address, in hexadecimal without leading zeros. */
export function ipv6Groups(address: string): string[] {
  // The URL parser writes every spelling in one form, an embedded IPv4 address included.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  if (tail === undefined) return front;
  const back = tail === '' ? [] : tail.split(':');
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}

/**
 * Networks that an address counts for: itself for IPv4; for IPv6 a typical customer's, and the largest of one customer.
 */
interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  own: string;
  /** The /48 of an IPv6 address: providers assign that much to a single site (RFC 6177). */
  site: string | undefined;
}

/** @param address as a socket reports it; all text that is not an address counts as one address. */
export function networksOf(address: string): Networks {
  const plain = address.split('%', 1)[0] ?? '';
  if (isIP(plain) === 4) return { own: plain, site: undefined };
  if (isIP(plain) === 0) return { own: 'unknown', site: undefined };
  const groups = ipv6Groups(plain);
  const mapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (mapped) {
    const bytes = groups.slice(6).flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 0xff];
    });
    return { own: bytes.join('.'), site: undefined };
  }
  return { own: `${groups.slice(0, 4).join(':')}::/64`, site: `${groups.slice(0, 3).join(':')}::/48` };
}
