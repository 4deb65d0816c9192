import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Bundles a Node service into `dist/`. Our own packages go into the bundle, so that the service needs nothing of the
 * workspace at run time; everything from npm stays outside and is installed as an ordinary dependency.
 * @param appUrl `import.meta.url` of the app's build file.
 * @param entryPoints paths below the app, each becoming a file of its own in `dist/`.
 */
export async function bundleService(appUrl: string, entryPoints: string[]): Promise<void> {
  const app = new URL('.', appUrl);
  const contracts = new URL('../../packages/contracts/src/', app).pathname;
  await rm(new URL('dist', app), { recursive: true, force: true });
  await build({
    absWorkingDir: app.pathname,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: true,
    packages: 'external',
    alias: {
      '@despacho/contracts/operations': `${contracts}operations.ts`,
      '@despacho/contracts/legacy': `${contracts}legacy/index.ts`,
      '@despacho/contracts/assertion': `${contracts}assertion.ts`,
      '@despacho/contracts/dispatch': `${contracts}dispatch/index.ts`,
      '@despacho/contracts/openapi': `${contracts}openapi/index.ts`,
      '@despacho/contracts': `${contracts}index.ts`,
    },
    logLevel: 'warning',
  });
}
