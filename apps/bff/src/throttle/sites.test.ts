import { expect, it } from 'vitest';
import { siteOf } from './sites.ts';

it('G40: a site is a /48, or an IPv4 address', () => {
  expect([siteOf('2001:db8:1:2::1'), siteOf('192.0.2.7')]).toEqual(['2001:db8:1::/48', '192.0.2.7']);
});
