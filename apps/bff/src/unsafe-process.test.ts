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
  '--insecure_http_parser',
  '--insecure-http_parser',
  '"--insecure-http-parser"',
  '--tls_min_v1.0',
  '--inspect-port=0.0.0.0:4708 --inspect',
  '--inspect_port=0.0.0.0:4708 --inspect',
  '--inspect_port 0.0.0.0:4708 --inspect',
  '--debug-port=0.0.0.0 --inspect',
  '--inspect-wait=0.0.0.0',
  '--inspect=127.evil.example',
  '--inspect=127.0.0.1.evil.example:9229',
  '--inspect=localhost.evil.example',
  '--inspect=9229.evil.example',
])('G39: rejects NODE_OPTIONS=%s', (options) => {
  expect(unsafeProcessFaults({ NODE_OPTIONS: options })).toHaveLength(1);
});

it.each([
  '',
  '--max-old-space-size=512',
  '--tls-min-v1.3',
  '--inspect',
  '--inspect=9229',
  '--inspect=127.0.0.1:9229',
  '--inspect=127.4.5.6',
  '--inspect=[::1]:9229',
  '--inspect_port=localhost:4708 --inspect',
  '--no-insecure-http-parser',
  '--inspect-brk=localhost:1 --enable-source-maps',
  '--inspect --enable-source-maps',
  '--require ./loader.js --inspect-publish-uid=http',
])('G39: accepts NODE_OPTIONS=%s', (options) => {
  expect(unsafeProcessFaults({ NODE_OPTIONS: options })).toEqual([]);
});

it('G39: accepts an enabled certificate check', () => {
  expect(unsafeProcessFaults({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([]);
  expect(unsafeProcessFaults({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toHaveLength(1);
});

it.each([
  { argv: ['--insecure-http-parser'] },
  { argv: ['--enable-source-maps', '--tls_min_v1.1'] },
  { argv: ['--inspect=0.0.0.0:9229'] },
  { argv: ['--inspect-port', '0.0.0.0:4708', '--inspect'] },
])('G39: rejects them on the command line too ($argv)', ({ argv }) => {
  expect(unsafeProcessFaults({}, argv)).toHaveLength(1);
  expect(unsafeProcessFaults({}, ['--enable-source-maps', '--inspect', '--inspect-port=127.0.0.1:1'])).toEqual([]);
});
