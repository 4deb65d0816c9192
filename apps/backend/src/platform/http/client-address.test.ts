import { describe, expect, it } from 'vitest';
import { clientAddress, trustedProxies } from './client-address.ts';

describe('clientAddress', () => {
  const isTrusted = trustedProxies('127.0.0.1, 10.0.0.0/8, fd00::/8') ?? (() => false);

  it.each([
    ['of a direct client', '203.0.113.9', '', '203.0.113.9'],
    ['of a client that forges the header', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['before a trusted proxy', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['before a proxy that appends', '127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['before two trusted proxies', '::ffff:127.0.0.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['of a proxy without a header', '127.0.0.1', '', '127.0.0.1'],
    ['of a proxy that sends no address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ])('returns the address %s', (_what, socket, header, expected) => {
    expect(clientAddress(socket, header, isTrusted)).toBe(expected);
  });

  it.each(['0.0.0.0/0', '::/0', 'true', '10.0.0.0/33', '10.0.0.0/x', 'proxy.example'])('rejects %s', (text) => {
    expect(trustedProxies(text)).toBeUndefined();
  });
});
