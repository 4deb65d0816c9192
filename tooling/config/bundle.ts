import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { build, type BuildOptions } from 'esbuild';

const PACKAGES = new URL('../../packages/', import.meta.url);

/** @returns where our own packages are, by the names under which they are imported, as esbuild's option takes them. */
function ownPackages(): Record<string, string> {
  const files = ['contracts', 'server'].flatMap((name) => {
    const folder = new URL(`${name}/`, PACKAGES);
    const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
      exports: Record<string, string>;
    };
    return Object.entries(exports).map(([entry, file]) => [
      // esbuild completes the path of any other entry itself.
      `@despacho/${name}${entry.slice(1).replace('/*', '')}`,
      new URL(file.replace('/*.ts', ''), folder).pathname,
    ]);
  });
  return Object.fromEntries(files) as Record<string, string>;
}

/** What all bundles of a Node service have in common: they inline our own packages. */
export const bundleOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  alias: ownPackages(),
} as const satisfies BuildOptions;

const settings = (app: URL): BuildOptions => ({
  ...bundleOptions,
  absWorkingDir: app.pathname,
  sourcemap: true,
  logLevel: 'warning',
});

/**
 * Bundles a Node service into `dist/`. Workspace packages are bundled, so that the service does not need the workspace
 * at run time; npm packages stay external and are installed as dependencies.
 * @param appUrl `import.meta.url` of the app's build file.
 * @param entryPoints paths below the app; each becomes a file directly in `dist/`.
 */
export async function bundleService(appUrl: string, entryPoints: string[]): Promise<void> {
  const app = new URL('.', appUrl);
  await rm(new URL('dist', app), { recursive: true, force: true });
  await build({
    ...settings(app),
    entryPoints,
    entryNames: '[name]',
    outdir: 'dist',
    splitting: true,
    packages: 'external',
  });
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
