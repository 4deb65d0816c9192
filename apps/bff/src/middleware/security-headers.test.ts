import { describe, expect, it } from 'vitest';
import { fixedHeaders } from './security-headers.ts';

describe('fixedHeaders', () => {
  it.each([true, false])('G30: is the whole set, HSTS and upgrading over TLS alone (secure: %s)', (secure) => {
    const headers = Object.fromEntries(fixedHeaders({ secure }));
    expect(Object.keys(headers).sort()).toEqual(
      [
        'content-security-policy',
        'cross-origin-opener-policy',
        'cross-origin-resource-policy',
        'origin-agent-cluster',
        'permissions-policy',
        'referrer-policy',
        ...(secure ? ['strict-transport-security'] : []),
        'x-content-type-options',
        'x-dns-prefetch-control',
        'x-download-options',
        'x-frame-options',
        'x-permitted-cross-domain-policies',
        'x-xss-protection',
      ].sort(),
    );
    expect(headers['content-security-policy']?.includes('upgrade-insecure-requests')).toBe(secure);
    if (secure) expect(headers['strict-transport-security']).toBe('max-age=63072000');
  });
});
