import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayProcess, MAIN, postLogin, settings, SLOW_START } from './support/gateway-process.ts';
import { type Legacy, startLegacy } from './support/legacy.ts';
import { SOON } from './support/visitors.ts';

const COLLECTOR = fileURLToPath(new URL('support/collector.ts', import.meta.url));
const READS = 1000;
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

async function readMany(port: number, cookie: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const read = () =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/api/clients', headers, agent }, (answer) => {
        answer.resume().once('end', () => {
          resolve(answer.statusCode);
        });
      }).once('error', reject);
    });
  let left = READS;
  const reader = async () => {
    while (left > 0) {
      left -= 1;
      expect(await read()).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  agent.destroy();
}

describe('the memory of the gateway', () => {
  it('frees a request’s memory in a minor garbage collection', SLOW_START, async () => {
    const { port } = await gateway.listening();
    const { cookies } = await postLogin(port, legacy.users.ana);
    await readMany(port, cookies);
    const before = await oldBytesAfter('SIGUSR2');
    await readMany(port, cookies);
    const kept = (await oldBytesAfter('SIGWINCH')) - before;
    // About 25 KB each if requests kept references to one another; code and counters take 300 to 400.
    expect(kept / READS).toBeLessThan(2000);
  });
});
