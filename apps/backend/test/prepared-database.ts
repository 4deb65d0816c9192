import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleThread } from '@despacho/tooling/bundle';
import { stopSharedPostgres } from '@despacho/tooling/machine/shared-postgres';
import { type TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** `EMBEDDED=1`, which `npm run verify:long` sets: the embedded database, also where PostgreSQL is installed. */
    embedded: boolean;
    /** Folder for the databases of this run, deleted at its end. */
    databases: string;
    /** URL of the bundled thread that parses imports. */
    importWorker: string;
  }
}

/** Global set-up: creates the folder for this run's databases, and bundles the thread that parses imports. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const databases = await mkdtemp(join(tmpdir(), 'despacho-databases-'));
  provide('databases', databases);
  const thread = join(databases, 'import-worker.mjs');
  await bundleThread(new URL('../build.ts', import.meta.url).href, 'src/work/imports/import-worker.ts', thread);
  provide('importWorker', pathToFileURL(thread).href);
  return async () => {
    await stopSharedPostgres(databases);
    await rm(databases, { recursive: true, force: true });
  };
}

/**
 * Creating a database takes seconds of CPU, copying one takes tenths of a second: it is created once per run.
 * @param databases folder of this run's databases.
 * @param name of what `fill` creates.
 * @param fill creates a database in a given folder, and closes it.
 * @returns folder of a copy for the caller alone.
 */
export async function preparedDatabase(
  databases: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const own = await mkdtemp(join(databases, 'own-'));
  const prepared = join(databases, name);
  if (existsSync(prepared)) {
    cpSync(prepared, own, { recursive: true });
    return own;
  }
  await fill(own);
  const copy = await mkdtemp(join(databases, 'copy-'));
  // Synchronous, in a third of the CPU.
  cpSync(own, copy, { recursive: true });
  // Atomic. If another worker was first, its copy is used.
  await rename(copy, prepared).catch(() => rm(copy, { recursive: true }));
  return own;
}
