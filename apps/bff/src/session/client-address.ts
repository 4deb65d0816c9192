import { isIP } from 'node:net';

interface Asked {
  ip?: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** An IPv4 address from a dual-stack socket. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * @returns the client's address: from the nearest trusted proxy if it is a valid address, otherwise the peer of the
 * connection. IPv4 in its own form.
 */
export function clientAddress({ ip, socket }: Asked): string {
  // A zone (`fe80::1%eth0`) is only meaningful on the sender's machine, and may contain anything.
  const usable = ip !== undefined && isIP(ip) > 0 && !ip.includes('%');
  const address = usable ? ip : (socket.remoteAddress ?? '');
  return address.replace(MAPPED, '');
}
