import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Counters } from './counters.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { createMemoryKnownAddresses } from './known-addresses.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createMemoryCounters } from './memory-counters.ts';

const now = () => 1_000_000;
const parts = {
  counters: createMemoryCounters(now),
  known: createMemoryKnownAddresses(now),
  hash: createKeyedHash(['s'.repeat(32)]),
  perAddress: 10,
  ignoresCase: true,
};
const typed = (username: string) => ({ sucursal: 'LIMA', username, password: 'x' });

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

describe('createLoginThrottle', () => {
  it('G19: limits all /64 networks of a /48 together like five addresses', async () => {
    const throttle = createLoginThrottle({ ...parts, counters: createMemoryCounters(now) });
    for (let turn = 0; turn < 50; turn += 1)
      expect(await failureOf(throttle.begin(typed(`person ${turn}`), `2001:db8:1:${turn}::1`))).toBeUndefined();
    const failure = await failureOf(throttle.begin(typed('one more'), '2001:db8:1:ffff::1'));
    expect(failure).toMatchObject({ kind: 'too-many-attempts', details: { log: { limit: 'site' } } });
    expect(await failureOf(throttle.begin(typed('one more'), '2001:db8:2:ffff::1'))).toBeUndefined();
  });

  it('G19 G43: a typed code gives an address back only what its password took', async () => {
    const throttle = createLoginThrottle({ ...parts, counters: createMemoryCounters(now) });
    const [here, there] = ['192.0.2.1', '192.0.2.2'];
    await (await throttle.begin(typed('ana'), here)).succeeded('ana');
    for (let turn = 0; turn < 10; turn += 1) await throttle.begin(typed(`person ${turn}`), here);
    // Known at a full address, and at another address.
    for (const at of [here, there]) {
      const { shared } = await throttle.begin(typed('ana'), at);
      await (await throttle.resume(typed('ana'), here, shared)).succeeded('ana');
    }
    expect(await failureOf(throttle.begin(typed('one more'), here))).toMatchObject({ kind: 'too-many-attempts' });
  });

  it.each(['take', 'has'] as const)(
    'G19: refuses every login while its counters are unavailable (%s)',
    async (broken) => {
      const down = () => Promise.reject(new Error('ECONNREFUSED'));
      const counters: Counters = broken === 'take' ? { ...parts.counters, take: down } : parts.counters;
      const known = broken === 'has' ? { ...parts.known, has: down } : parts.known;
      const failure = await failureOf(
        createLoginThrottle({ ...parts, counters, known }).begin(typed('ana'), '192.0.2.1'),
      );
      expect(failure).toBeInstanceOf(Failure);
      expect(failure).toMatchObject({ kind: 'unavailable', details: { retryAfterSeconds: 5 } });
    },
  );

  it('G33: logs an account as a digest that is the same for each spelling', () => {
    const { accountOf } = createLoginThrottle(parts);
    expect(accountOf('LIMA', 'ana')).toMatch(/^[\w-]{16}$/);
    expect(accountOf(' lima', 'ANA ')).toBe(accountOf('LIMA', 'ana'));
    expect(accountOf('LIMA', 'anb')).not.toBe(accountOf('LIMA', 'ana'));
  });
});
