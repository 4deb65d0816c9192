import { isIP } from 'node:net';
import { ipv6Groups } from '../ipv6-groups.ts';

/**
 * Networks that an address counts for: itself for IPv4; for IPv6 a typical customer's, and the largest of one customer.
 */
interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  own: string;
  /** The /48 of an IPv6 address: providers assign that much to a single site (RFC 6177). */
  site: string | undefined;
}

/** A /48 may be a single customer or a whole campus: it gets the limits of five offices. */
export const OFFICES_PER_SITE = 5;

/** @param address as Express reports it; all text that is not an address counts as one address. */
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

/** @returns a network that is too large to identify a person: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function coarseNetwork(address: string): string {
  const { own, site } = networksOf(address);
  return site ?? own.replace(/\.\d+$/, '.0/24');
}

/** @returns the largest network that an address's holder can have alone: the /48 of IPv6, or an IPv4 address. */
export function siteOf(address: string): string {
  const { own, site } = networksOf(address);
  return site ?? own;
}
