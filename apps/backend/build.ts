import { PGlite } from '@electric-sql/pglite';
import { bundleService, bundleThread } from '@despacho/tooling/bundle';

await bundleService(import.meta.url, ['src/main.ts', 'src/pglite-worker.ts']);
await bundleThread(import.meta.url, 'src/import-worker.ts', 'dist/import-worker.js');

// Shipped, because initializing a cluster takes three quarters of the CPU of a service's first start.
const cluster = await PGlite.create(new URL('dist/cluster', import.meta.url).pathname);
await cluster.close();
