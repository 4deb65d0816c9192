import { testsNeed } from '@despacho/tooling/machine/needs';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, vi } from 'vitest';
import { type Gateway, type GatewayParts, startGateway } from './gateway.ts';
import { TestRedis } from './redis.ts';

type Settings = Record<string, string | undefined>;

/** Without Redis, only the memory store is tested. */
export const hasRedis = testsNeed('redis-server');

/** Starts a gateway and waits until its store answers. */
export async function startWithStore(settings: Settings, parts: GatewayParts = {}): Promise<Gateway> {
  const gateway = await startGateway(settings, parts);
  await vi.waitFor(() => gateway.services.sessions.ping(), { timeout: 15_000, interval: 20 });
  return gateway;
}

async function empty(url: string): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  await client.flushAll();
  await client.close();
}

/** Available to the tests of a block: a gateway, and a function that starts another one. */
interface InStore {
  gateway: () => Gateway;
  /** Another gateway with the same hosts and, with Redis, the same sessions. Closed after the test. */
  another: (settings?: Settings) => Promise<Gateway>;
  redis: TestRedis | undefined;
}

type Tests = (context: InStore) => void;

interface Options {
  parts?: GatewayParts | undefined;
  /** Whether all tests of the block share one gateway, which takes 60 ms of CPU to start. */
  isShared?: boolean;
}

function describeIn(
  store: 'memory' | 'Redis',
  title: string,
  settings: Settings,
  tests: Tests,
  { parts, isShared = false }: Options,
) {
  describe(`${title} (${store})`, () => {
    let gateway: Gateway;
    let others: Gateway[] = [];
    const context: InStore = {
      gateway: () => gateway,
      async another(more = {}) {
        const hosts = { ...gateway.legacy.environment, OPERATIONS_URL: `${gateway.dispatch.url}/operations` };
        const other = await startWithStore({ ...settings, ...hosts, REDIS_URL: context.redis?.url, ...more }, parts);
        others.push(other);
        return other;
      },
      redis: undefined,
    };
    if (store === 'Redis') {
      beforeAll(async () => {
        context.redis = await TestRedis.start();
      });
      afterAll(() => context.redis?.stop());
    }
    (isShared ? beforeAll : beforeEach)(async () => {
      if (context.redis) await empty(context.redis.url);
      gateway = await startWithStore({ ...settings, REDIS_URL: context.redis?.url }, parts);
    });
    (isShared ? afterAll : afterEach)(async () => {
      await Promise.all(others.map((other) => other.close()));
      others = [];
      await gateway.close();
    });
    tests(context);
  });
}

/**
 * Runs tests with sessions in memory. They need not run in Redis as well: controls/session-stores.test.ts tests both stores
 * against one contract.
 */
export const inMemory = (title: string, settings: Settings, tests: Tests, parts?: GatewayParts): void => {
  describeIn('memory', title, settings, tests, { parts });
};

/** The same for tests that leave a gateway as they found it: they share one. */
export const inMemoryShared = (title: string, settings: Settings, tests: Tests): void => {
  describeIn('memory', title, settings, tests, { isShared: true });
};

/** Runs tests that require several gateways or Redis itself. */
export function inRedis(title: string, settings: Settings, tests: Tests, parts?: GatewayParts): void {
  if (hasRedis) describeIn('Redis', title, settings, tests, { parts });
  else describe.skip(title, () => undefined);
}
