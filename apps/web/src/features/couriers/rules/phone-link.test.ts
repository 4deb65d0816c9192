import { expect, it } from 'vitest';
import { addressOfLink, stateOfLink } from './phone-link.ts';

const link = { fragment: 'A'.repeat(43), code: '0123', expiresAt: '2026-11-23T12:30:00.000Z' };
const at = (time: string): number => Date.parse(`2026-11-23T${time}:00.000Z`);
const device = (time: string) => ({
  name: 'Chrome en Android',
  connectedAt: new Date(at(time)).toISOString(),
  usedAt: '',
});

it('G41: puts the secret only into the fragment, below the base path', () => {
  const address = new URL(addressOfLink(link, 'https://despacho.example.pe/despacho/'));
  expect([address.pathname, address.search, address.hash]).toEqual(['/despacho/r/', '', `#${link.fragment}`]);
});

it.each([
  ['open while it may be used', 'open', { device: null, linkExpiresAt: link.expiresAt }, '12:29'],
  ['open beside an earlier phone', 'open', { device: device('09:00'), linkExpiresAt: link.expiresAt }, '12:10'],
  ['void once it has expired', 'void', { device: null, linkExpiresAt: link.expiresAt }, '12:30'],
  ['void after too many wrong codes', 'void', { device: device('09:00'), linkExpiresAt: null }, '12:10'],
  ['void when another link replaced it', 'void', { device: null, linkExpiresAt: '2026-11-23T12:40:00.000Z' }, '12:20'],
  ['used once a phone was connected', 'used', { device: device('12:05'), linkExpiresAt: null }, '12:06'],
] as const)('is %s', (_what, state, phone, now) => {
  expect(stateOfLink(link, phone, at(now))).toBe(state);
});
