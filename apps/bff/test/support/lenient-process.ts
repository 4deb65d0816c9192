import { createServer, get } from 'node:http';
import { listen } from '@despacho/server/listen';
import { startGateway } from './gateway.ts';
import type { LegacyUser } from './legacy.ts';

/*
 * A gateway in a process whose Node parses HTTP leniently. The product refuses to start like this, so this one is built
 * from its parts, each of which configures its own parser. Next to it run a server and a client with Node's defaults.
 * Ends with its parent.
 */

/** Sent once everything listens. */
export interface LenientProcess {
  gatewayPort: number;
  /** Port of a server with the default parser. */
  barePort: number;
  user: LegacyUser;
}

const [upstream = ''] = process.argv.slice(2);
const gateway = await startGateway({ API_URL: `${upstream}/api`, STORAGE_URL: `${upstream}/storage` });
const barePort = await listen(
  createServer((_req, res) => res.end('read')),
  0,
  '127.0.0.1',
);
process.once('disconnect', () => process.exit());
// The URL to request with the default parser.
process.on('message', (url: string) => {
  get(url, (answer) => {
    answer.resume();
    process.send?.(answer.statusCode);
  }).on('error', (error) => {
    process.send?.(error.message);
  });
});
const message: LenientProcess = { gatewayPort: gateway.port, barePort, user: gateway.legacy.users.ana };
process.send?.(message);
