import { once } from 'node:events';
import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/**
 * Starts listening.
 * @returns the port; the system chooses one for 0.
 * @throws the system's error, such as EADDRINUSE.
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
