import { rm } from 'node:fs/promises';
import { build, type BuildOptions } from 'esbuild';

/** Both bundles inline the workspace's packages. */
const settings = (app: URL): BuildOptions => {
  const contracts = new URL('../../packages/contracts/src/', app).pathname;
  return {
    absWorkingDir: app.pathname,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: true,
    alias: {
      '@despacho/contracts/operations': `${contracts}operations.ts`,
      '@despacho/contracts/legacy': `${contracts}legacy/index.ts`,
      '@despacho/contracts/settings': `${contracts}settings.ts`,
      '@despacho/contracts/assertion': `${contracts}assertion.ts`,
      '@despacho/contracts/dispatch': `${contracts}dispatch/index.ts`,
      '@despacho/contracts/picture-light': `${contracts}dispatch/picture-light.ts`,
      '@despacho/contracts/openapi': `${contracts}openapi/index.ts`,
      '@despacho/contracts': `${contracts}index.ts`,
    },
    logLevel: 'warning',
  };
};

/**
 * Bundles a Node service into `dist/`. Workspace packages are bundled, so that the service does not need the workspace
 * at run time; npm packages stay external and are installed as dependencies.
 * @param appUrl `import.meta.url` of the app's build file.
 * @param entryPoints paths below the app; each becomes a file in `dist/`.
 */
export async function bundleService(appUrl: string, entryPoints: string[]): Promise<void> {
  const app = new URL('.', appUrl);
  await rm(new URL('dist', app), { recursive: true, force: true });
  await build({ ...settings(app), entryPoints, outdir: 'dist', splitting: true, packages: 'external' });
}

/**
 * Bundles a thread that is started for each task into one file, with its npm packages: finding and loading them took two
 * thirds of the CPU of a short task.
 * @param appUrl `import.meta.url` of a file in the app's folder.
 * @param entryPoint path below the app.
 * @param outfile path of the bundle, absolute or below the app.
 */
export async function bundleThread(appUrl: string, entryPoint: string, outfile: string): Promise<void> {
  // CommonJS packages call `require` for Node's own modules.
  const js = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({ ...settings(new URL('.', appUrl)), entryPoints: [entryPoint], outfile, banner: { js } });
}
