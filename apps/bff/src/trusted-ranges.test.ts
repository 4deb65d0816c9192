import { describe, expect, it } from 'vitest';
import { coversTooMuch, isRange } from './trusted-ranges.ts';

describe('isRange', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:10.0.0.1', '2400:cb00::/32'])('accepts %s', (entry) => {
    expect(isRange(entry)).toBe(true);
  });

  it.each(['true', '1', 'loopback', '10.0.0.0/33', '10.0.0.0/0', '::/0', '::/129', '10.0.0.0/8/8', '10.0.0/8', ''])(
    'rejects %j',
    (entry) => {
      expect(isRange(entry)).toBe(false);
    },
  );

  it('rejects a zone', () => {
    expect(isRange('fe80::1%eth0')).toBe(false);
  });
});

describe('coversTooMuch', () => {
  const everySlashEight = Array.from({ length: 256 }, (_, first) => `${first}.0.0.0/8`);
  it.each([
    ['the internet in two halves', ['0.0.0.0/1', '128.0.0.0/1']],
    ['one half of it', ['128.0.0.0/1']],
    ['all of it in small pieces', everySlashEight],
    ['two neighbours of a /8', ['11.0.0.0/8', '12.0.0.0/8']],
    ['half of IPv6', ['::/1']],
    ['what is in use of IPv6', ['2000::/3']],
    ['IPv4 as IPv6 writes it', ['::ffff:0:0/96']],
    ['the same within a larger range', ['::/80']],
    ['IPv4 as IPv6, beside a private range', ['10.0.0.0/8', '::ffff:0.0.0.0/97', '::ffff:128.0.0.0/97']],
  ])('G24: %s', (_what, entries) => {
    expect(entries.every(isRange)).toBe(true);
    expect(coversTooMuch(entries)).toBe(true);
  });

  it.each([
    ['one proxy', ['172.18.0.2']],
    ['every private network', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', '::1']],
    ['a private network as IPv6 writes it', ['::ffff:10.0.0.0/104']],
    ['a large CDN', ['104.16.0.0/13', '172.64.0.0/13', '162.158.0.0/15', '2400:cb00::/32', '2a06:98c0::/29']],
    ['the same range many times', Array.from({ length: 300 }, () => '104.16.0.0/12')],
  ])('G24: %s does not', (_what, entries) => {
    expect(entries.every(isRange)).toBe(true);
    expect(coversTooMuch(entries)).toBe(false);
  });
});
