import { createServer, get } from 'node:http';
import { listen } from '../../src/listen.ts';
import { startGateway } from './gateway.ts';
import type { LegacyUser } from './legacy.ts';

/*
 * A gateway in a process whose Node was told to read HTTP leniently. The product refuses to start so; this one is put
 * together from its parts, like those of other tests, because each of them says for itself how it reads.
 * Beside it stand a server and a client of Node's own, which do as the process was told. Ends with its parent.
 */

/** What is told once everything listens. */
export interface LenientProcess {
  gatewayPort: number;
  /** Of a server that says nothing of its parser. */
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
// An address to be asked by a client that says nothing of its parser.
process.on('message', (url: string) => {
  get(url, (answer) => {
    answer.resume();
    process.send?.(answer.statusCode);
  }).on('error', (error) => {
    process.send?.(error.message);
  });
});
const told: LenientProcess = { gatewayPort: gateway.port, barePort, user: gateway.legacy.users.ana };
process.send?.(told);
