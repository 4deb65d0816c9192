import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { type AddressInfo } from 'node:net';

/* The baseline: Express and http-proxy-middleware as in their own documentation. No session, no checks, no log. */
const [, , target = ''] = process.argv;

const app = express();
app.use('/api', createProxyMiddleware({ target: `${target}/base`, changeOrigin: true }));

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
// Longer than any pause of the bench.
server.keepAliveTimeout = 120_000;
