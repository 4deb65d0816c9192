import { type Request, type Response } from 'express';
import { expect, it } from 'vitest';
import { type Services } from '../services.ts';
import { MAX_ANONYMOUS } from '../session/store.ts';
import { limitAddress } from './limit-address.ts';

const MINUTE = 60_000;
/** How long an anonymous session lasts. */
const ANONYMOUS_MINUTES = 15;

it('G19: an address that asks all the time cannot fill the pool of anonymous sessions while they last', () => {
  const clock = { now: 1_000_000 };
  const config = {
    ADDRESS_REQUESTS_PER_MINUTE: 300,
    SESSION_SECRET: ['s'.repeat(32)],
    secure: false,
  } as unknown as Services['config'];
  const limit = limitAddress({ config, now: () => clock.now });
  let passed = 0;
  const ask = () => {
    const req = { ip: '203.0.113.7', cookies: {}, matched: { policy: { access: 'public' } } } as unknown as Request;
    try {
      void limit(req, {} as unknown as Response, () => {
        passed += 1;
      });
    } catch {
      // Refused: not counted.
    }
  };
  for (let minute = 0; minute <= ANONYMOUS_MINUTES; minute += 1) {
    for (let turn = 0; turn < 700; turn += 1) ask();
    clock.now += MINUTE;
  }
  expect(passed).toBe(600 + ANONYMOUS_MINUTES * 300);
  expect(passed).toBeLessThan(MAX_ANONYMOUS);
});
