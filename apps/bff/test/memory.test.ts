import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayProcess, MAIN, postLogin, settings, SLOW_START } from './support/gateway-process.ts';
import { type Legacy, startLegacy } from './support/legacy.ts';
import { SOON } from './support/visitors.ts';

const COLLECTOR = fileURLToPath(new URL('support/collector.ts', import.meta.url));
const READS = 3000;
const AT_ONCE = 16;

let legacy: Legacy;
let gateway: GatewayProcess;
beforeEach(async () => {
  legacy = await startLegacy();
  const environment = { ...settings(legacy), REQUESTS_PER_MINUTE: '1000000' };
  gateway = new GatewayProcess(environment, [], ['--expose-gc', '--import', COLLECTOR, MAIN]);
});
afterEach(async () => {
  await gateway.stop();
  await legacy.close();
});

/** @returns bytes in the gateway's old generation after a collection. */
async function oldBytesAfter(collection: 'SIGUSR2' | 'SIGWINCH'): Promise<number> {
  const known = gateway.linesOf('collected').length;
  gateway.child.kill(collection);
  return vi.waitFor(() => {
    const line = gateway.linesOf('collected')[known];
    if (!line) throw new Error('not collected yet');
    return line['oldBytes'] as number;
  }, SOON);
}

async function readMany(url: string, cookie: string): Promise<void> {
  let left = READS;
  const reader = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await fetch(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
}

describe('the memory of the gateway', () => {
  it('frees a request’s memory in a minor garbage collection', SLOW_START, async () => {
    const { port } = await gateway.listening();
    const { cookies } = await postLogin(port, legacy.users.ana);
    const url = `http://127.0.0.1:${port}/api/clients`;
    await readMany(url, cookies);
    const before = await oldBytesAfter('SIGUSR2');
    await readMany(url, cookies);
    const kept = (await oldBytesAfter('SIGWINCH')) - before;
    // About 25 KB each if requests kept references to one another; code and counters are far less.
    expect(kept / READS).toBeLessThan(2000);
  });
});
