import { expect, it } from 'vitest';
import { unsafeProcessFaults } from './unsafe-process.ts';

it.each([
  '--insecure-http-parser',
  '--max-old-space-size=512 --tls-min-v1.0',
  '--tls-min-v1.1',
  '--inspect=0.0.0.0',
  '--inspect-brk=0.0.0.0:9229',
  '--inspect 10.0.0.1:9229',
  '--inspect=[::]:9229',
])('G39: NODE_OPTIONS=%s is refused', (options) => {
  expect(unsafeProcessFaults({ NODE_OPTIONS: options })).toHaveLength(1);
});

it.each([
  '',
  '--max-old-space-size=512',
  '--tls-min-v1.3',
  '--inspect',
  '--inspect=9229',
  '--inspect=127.0.0.1:9229',
  '--inspect-brk=localhost:1 --enable-source-maps',
  '--inspect --enable-source-maps',
  '--require ./loader.js --inspect-publish-uid=http',
])('G39: NODE_OPTIONS=%s is not', (options) => {
  expect(unsafeProcessFaults({ NODE_OPTIONS: options })).toEqual([]);
});

it('G39: neither is a check of certificates that is switched on', () => {
  expect(unsafeProcessFaults({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([]);
  expect(unsafeProcessFaults({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toHaveLength(1);
});
