import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopSharedPostgres } from '@despacho/tooling/machine/shared-postgres';
import { type TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for the demo data of dispatch services of this run, deleted at its end. */
    services: string;
  }
}

/** Global set-up: creates the folder in which `support/service-process.ts` prepares demo data once per run. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const services = await mkdtemp(join(tmpdir(), 'despacho-services-'));
  provide('services', services);
  return async () => {
    await stopSharedPostgres(services);
    await rm(services, { recursive: true, force: true });
  };
}
