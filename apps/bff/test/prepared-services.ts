import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import { stopSharedPostgres } from '@despacho/tooling/machine/shared-postgres';
import { type TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for the demo data of dispatch services of this run, deleted at its end. */
    services: string;
  }
}

/** Suffix of empty files in that folder, each named after a process that is killed after the run. */
export const PID_FILE = '.pid';

function end(pid: number): void {
  try {
    kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Global set-up: creates the folder in which `support/service-process.ts` prepares demo data once per run. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const services = await mkdtemp(join(tmpdir(), 'despacho-services-'));
  provide('services', services);
  return async () => {
    for (const name of await readdir(services)) if (name.endsWith(PID_FILE)) end(Number.parseInt(name, 10));
    await stopSharedPostgres(services);
    await rm(services, { recursive: true, force: true });
  };
}
