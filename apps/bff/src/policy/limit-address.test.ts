import { type Request, type Response } from 'express';
import { expect, it } from 'vitest';
import { type Services } from '#services.ts';
import { limitAddress } from './limit-address.ts';

const MINUTE = 60_000;
const MINUTES = 3;

/** @returns how many of many immediate requests pass. */
function passedOf(addressOf: (turn: number) => string, perMinute: number): number {
  const clock = { now: 1_000_000 };
  const config = {
    ADDRESS_REQUESTS_PER_MINUTE: 300,
    SESSION_SECRET: ['s'.repeat(32)],
    secure: false,
  } as unknown as Services['config'];
  const limit = limitAddress({ config, now: () => clock.now });
  let passed = 0;
  const ask = (turn: number) => {
    const req = { ip: addressOf(turn), cookies: {}, matched: { policy: { access: 'public' } } } as unknown as Request;
    try {
      void limit(req, {} as unknown as Response, () => {
        passed += 1;
      });
    } catch {
      // Refused: not counted.
    }
  };
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    for (let turn = 0; turn < perMinute; turn += 1) ask(turn);
    clock.now += MINUTE;
  }
  return passed;
}

it('G19: allows an address a burst of 600 requests without a session, then 300 a minute', () => {
  expect(passedOf(() => '203.0.113.7', 700)).toBe(600 + MINUTES * 300);
});

it('G19 G40: an IPv6 site has five times the limit, from any number of its addresses', () => {
  const addressOf = (turn: number) => `2001:db8:1:${turn.toString(16)}::1`;
  expect(passedOf(addressOf, 3200)).toBe(3000 + MINUTES * 1500);
});
