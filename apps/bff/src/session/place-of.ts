import { BlockList, isIP } from 'node:net';

/** Addresses no country has: loopback, private and link-local ranges, and a carrier's own (RFC 6890, RFC 6598). */
const INTERNAL = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv6');

/** Where an address is, in Spanish. */
export type PlaceOf = (address: string) => string;

export const placeOf: PlaceOf = (address) => {
  const family = isIP(address);
  if (family === 0) return 'Lugar desconocido';
  return INTERNAL.check(address, family === 4 ? 'ipv4' : 'ipv6') ? 'Red interna' : 'Lugar desconocido';
};
