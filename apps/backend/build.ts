import { bundleService } from '@despacho/tooling/bundle';

await bundleService(import.meta.url, ['src/main.ts', 'src/pglite-worker.ts', 'src/import-worker.ts']);
