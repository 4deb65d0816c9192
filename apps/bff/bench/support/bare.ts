import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/* The baseline: Express and http-proxy-middleware as in their own documentation. No session, no checks, no log. */
const [, , port, target = ''] = process.argv;

const app = express();
app.use('/api', createProxyMiddleware({ target: `${target}/legacy/base`, changeOrigin: true }));
// Longer than any pause of the bench.
app.listen(Number(port), '127.0.0.1').keepAliveTimeout = 120_000;
