import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the databases of this run, which goes with it. */
    databases: string;
  }
}

/** The global set-up: gives a run a folder for its databases. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const databases = await mkdtemp(join(tmpdir(), 'despacho-databases-'));
  provide('databases', databases);
  return () => rm(databases, { recursive: true, force: true });
}

/**
 * Making an empty database takes seconds of pure computing, copying one tenths of a second: it is made once in a run.
 * @param databases folder of this run's databases.
 * @param fill makes a database in the folder it is given, and closes it.
 * @returns folder of a database of the caller's own, as `fill` makes them.
 */
export async function preparedDatabase(databases: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const own = await mkdtemp(join(databases, 'own-'));
  const prepared = join(databases, 'prepared');
  if (existsSync(prepared)) {
    await cp(prepared, own, { recursive: true });
    return own;
  }
  await fill(own);
  const copy = await mkdtemp(join(databases, 'copy-'));
  await cp(own, copy, { recursive: true });
  // Whole or not at all. Another worker's, which may be there by now, is as good.
  await rename(copy, prepared).catch(() => rm(copy, { recursive: true }));
  return own;
}
