import { networksOf } from '@despacho/server/networks-of';

/** A /48 may be a single customer or a whole campus: it gets the limits of five offices. */
export const OFFICES_PER_SITE = 5;

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
