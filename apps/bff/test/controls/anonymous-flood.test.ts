import { expect, it } from 'vitest';
import { MAX_ANONYMOUS_PER_SITE } from '#session/store.ts';
import { inMemory } from '../support/in-store.ts';
import { kindOf } from '../support/browser.ts';
import { BEHIND_A_PROXY, CROWDED, tryToSignIn, visitorFrom } from '../support/visitors.ts';

/** Addresses of one IPv6 site, each in another /64. */
const addressOf = (turn: number) => `2001:db8:1:${turn.toString(16)}::1`;

inMemory('anonymous sessions', { ...BEHIND_A_PROXY, ADDRESS_REQUESTS_PER_MINUTE: '0' }, ({ gateway }) => {
  it('G40: a site with too many anonymous sessions loses only its own sessions', CROWDED, async () => {
    const office = await visitorFrom(gateway(), '203.0.113.9');
    const first = await visitorFrom(gateway(), addressOf(0));
    const { sessions } = gateway().services;
    for (let turn = 1; turn < MAX_ANONYMOUS_PER_SITE; turn += 1) await sessions.createAnonymous('', addressOf(turn));
    expect(kindOf(await tryToSignIn(first, { username: 'nadie' }))).toBe('wrong-credentials');
    const last = await visitorFrom(gateway(), addressOf(MAX_ANONYMOUS_PER_SITE));
    expect(kindOf(await tryToSignIn(first, { username: 'nadie' }))).toBe('wrong-csrf-token');
    for (const other of [office, last])
      expect(kindOf(await tryToSignIn(other, { username: 'nadie' }))).toBe('wrong-credentials');
  });
});
