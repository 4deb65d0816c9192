import { describe, expect, it } from 'vitest';
import { fixedHeaders, headersWithoutEffectOnAssets } from './security-headers.ts';

describe('fixedHeaders', () => {
  it.each([true, false])('G30: are complete, including HSTS and an upgrade over TLS (secure: %s)', (secure) => {
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

  it('G30: lets a page load only from its own origin', () => {
    const { 'content-security-policy': policy = '' } = Object.fromEntries(fixedHeaders({ secure: true }));
    expect(policy.split(';')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "media-src 'self'",
      "frame-src 'none'",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'upgrade-insecure-requests',
    ]);
  });

  it('G30: has the other expected values', () => {
    expect(Object.fromEntries(fixedHeaders({ secure: true }))).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), ' +
        'gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), ' +
        'screen-wake-lock=(), usb=(), xr-spatial-tracking=(), fullscreen=(self)',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});

it('G30: sends with scripts, styles, fonts and pictures only headers that affect them', () => {
  const dropped = new Set(headersWithoutEffectOnAssets({ secure: true }).map(([name]) => name));
  const left = fixedHeaders({ secure: true }).filter(([name]) => !dropped.has(name));
  expect(left).toEqual([
    ['cross-origin-resource-policy', 'same-origin'],
    ['strict-transport-security', 'max-age=63072000'],
    ['x-content-type-options', 'nosniff'],
  ]);
});
