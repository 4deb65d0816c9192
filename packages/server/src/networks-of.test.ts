import { describe, expect, it } from 'vitest';
import { networksOf } from './networks-of.ts';

describe('networksOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
  ])('G19: %s is the IPv4 address %s', (address, own) => {
    expect(networksOf(address)).toEqual({ own, site: undefined });
  });

  it.each([
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0000:0000:0000:0001',
    '2001:db8:1:2::192.0.2.7',
    '2001:db8:1:2::1%eth0',
  ])('G19: %s counts for its /64 and its /48', (address) => {
    expect(networksOf(address)).toEqual({ own: '2001:db8:1:2::/64', site: '2001:db8:1::/48' });
  });

  it('G19: neighbouring /64 networks are distinct, in one /48', () => {
    const [one, other] = [networksOf('2001:db8:1:2::1'), networksOf('2001:db8:1:3::1')];
    expect(one.own).not.toBe(other.own);
    expect(one.site).toBe(other.site);
    expect(networksOf('2001:db8:2:2::1').site).not.toBe(one.site);
  });

  it.each(['::1', '::', 'fe80::1'])('expands the short form %s', (address) => {
    expect(networksOf(address).own).toMatch(/^[0-9a-f]+:0:0:0::\/64$/);
  });

  it.each(['', 'localhost', '300.1.1.1', '1::2::3', "[::1]'"])(
    'counts %j, which is not an address, as unknown',
    (text) => {
      expect(networksOf(text)).toEqual({ own: 'unknown', site: undefined });
    },
  );
});
