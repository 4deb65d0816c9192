import { bundleService, bundleThread } from '@despacho/tooling/bundle';

await bundleService(import.meta.url, ['src/main.ts', 'src/pglite-worker.ts']);
await bundleThread(import.meta.url, 'src/import-worker.ts', 'dist/import-worker.js');
