import { mkdir } from 'node:fs/promises';
import { ROOT } from '@despacho/tooling/root';
import { startBackend } from './stack.ts';

/** @returns the teardown that Playwright calls at the end of the run. */
export default async function setUp(): Promise<() => Promise<void>> {
  await mkdir(`${ROOT}e2e/.output`, { recursive: true });
  const backend = await startBackend();
  return backend.stop;
}
