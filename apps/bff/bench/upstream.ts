import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { CREDENTIALS, LOGIN, PAGE, RECORD } from './answers.ts';

/*
 * The legacy host of the bench, in a process of its own: answers are ready before they are asked for, so that it costs
 * every gateway the same.
 */
const answers = new Map(
  Object.entries({
    '/base/auth': LOGIN,
    '/base/auth/credentials': CREDENTIALS,
    '/base/clients/7': RECORD,
    '/base/clients/': PAGE,
  }).map(([path, value]) => [path, Buffer.from(JSON.stringify(value))]),
);

const server = createServer((req, res) => {
  const body = answers.get((req.url ?? '').split('?', 1)[0] ?? '');
  if (!body) res.writeHead(404).end();
  else res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
// Longer than any pause of the bench.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
