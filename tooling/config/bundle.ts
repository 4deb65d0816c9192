import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Bundles a Node service into `dist/`. Workspace packages are bundled, so that the service does not need the workspace
 * at run time; npm packages stay external and are installed as dependencies.
 * @param appUrl `import.meta.url` of the app's build file.
 * @param entryPoints paths below the app; each becomes a file in `dist/`.
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
