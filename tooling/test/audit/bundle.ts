import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
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

const contracts = `${ROOT}packages/contracts/src/`;

/** Bundles the gateway with `changes` applied. @returns the folder, for the caller to remove. */
export async function bundleGateway(changes: readonly Change[]): Promise<string> {
  // Inside the repository, to resolve its packages, and as deep as dist/, to find its pages.
  const folder = await mkdtemp(`${ROOT}apps/bff/.audit-`);
  await build({
    absWorkingDir: `${ROOT}apps/bff`,
    entryPoints: ['src/main.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    packages: 'external',
    alias: {
      '@despacho/contracts/legacy': `${contracts}legacy/index.ts`,
      '@despacho/contracts/operations': `${contracts}operations.ts`,
      '@despacho/contracts/assertion': `${contracts}assertion.ts`,
      '@despacho/contracts/dispatch': `${contracts}dispatch/index.ts`,
      '@despacho/contracts/openapi': `${contracts}openapi/index.ts`,
      '@despacho/contracts/settings': `${contracts}settings.ts`,
      '@despacho/contracts': `${contracts}index.ts`,
    },
    plugins: [takeOut(changes)],
    logLevel: 'error',
  });
  return folder;
}
