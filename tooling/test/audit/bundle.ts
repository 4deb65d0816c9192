import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../config/bundle.ts';
import { ROOT } from '../../src/root.ts';
import { type Change } from './defences/weakened.ts';

/** Replaces the code of a defence while bundling. */
function takeOut(changes: readonly Change[]): Plugin {
  return {
    name: 'take-out',
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const own = changes.filter(({ file }) => path === ROOT + file);
        if (own.length === 0) return undefined;
        let contents = readFileSync(path, 'utf8');
        for (const { file, from, to } of own) {
          if (contents.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`);
          contents = contents.replace(from, () => to);
        }
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Bundles the gateway with `changes` applied. @returns the folder, for the caller to remove. */
export async function bundleGateway(changes: readonly Change[]): Promise<string> {
  // Inside the repository, to resolve its packages, and as deep as dist/, to find its pages.
  const folder = await mkdtemp(`${ROOT}apps/bff/.audit-`);
  await build({
    ...bundleOptions,
    absWorkingDir: `${ROOT}apps/bff`,
    entryPoints: ['src/main.ts'],
    outdir: folder,
    splitting: true,
    packages: 'external',
    plugins: [takeOut(changes)],
    logLevel: 'error',
  });
  return folder;
}
