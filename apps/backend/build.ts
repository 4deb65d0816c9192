import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { bundleService, bundleThread } from '@despacho/tooling/bundle';

await bundleService(import.meta.url, [
  'src/main.ts',
  'src/platform/database/pglite-worker.ts',
  'src/field/evidence/picture-process.ts',
  'src/people/passwords/strength-worker.ts',
]);
await bundleThread(import.meta.url, 'src/work/imports/import-worker.ts', 'dist/import-worker.js');
await bundleThread(import.meta.url, 'src/work/routes/route-worker.ts', 'dist/route-worker.js');

// Shipped, because initializing a cluster takes three quarters of the CPU of a service's first start.
const folder = fileURLToPath(new URL('dist/cluster', import.meta.url));
const cluster = await PGlite.create(folder);
await cluster.close();
// PGlite creates files that every account may write.
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
