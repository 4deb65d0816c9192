import { isIP } from 'node:net';

interface Asked {
  ip?: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** An IPv4 address that came in through a socket for both families. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * @returns the address a request comes from: what the nearest trusted proxy says, where that is an address at all, and
 * otherwise whoever holds the connection. IPv4 in its own form.
 */
export function clientAddress({ ip, socket }: Asked): string {
  // A zone (`fe80::1%eth0`) belongs to the machine that says it, and may hold whatever it likes.
  const usable = ip !== undefined && isIP(ip) > 0 && !ip.includes('%');
  const address = usable ? ip : (socket.remoteAddress ?? '');
  return address.replace(MAPPED, '');
}
