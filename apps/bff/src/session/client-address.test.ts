import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

it.each([
  ['190.1.2.3', '10.0.0.1', '190.1.2.3'],
  ['2001:db8::1', '10.0.0.1', '2001:db8::1'],
  ['::ffff:190.1.2.3', '10.0.0.1', '190.1.2.3'],
  ['fe80::1%whatever', '10.0.0.1', '10.0.0.1'],
  ['no address', '10.0.0.1', '10.0.0.1'],
  ['190.1.2.3:4567', '10.0.0.1', '10.0.0.1'],
  [undefined, '::ffff:10.0.0.1', '10.0.0.1'],
  [undefined, undefined, ''],
])('G24: %s over a connection from %s is %s', (ip, remoteAddress, expected) => {
  expect(clientAddress({ ip, socket: { remoteAddress } })).toBe(expected);
});
