import { expect, it } from 'vitest';
import { PendingAddress } from './pending-address.ts';

function open(said: string): PendingAddress {
  const address = new PendingAddress();
  address.subscribe(() => undefined);
  address.hear(said);
  return address;
}

it('starts a change from one that another part has just written and the router has not said yet', () => {
  const address = open('marca=con_cobro');
  address.write(`${address.now}&vista=1`);
  expect(address.now).toBe('marca=con_cobro&vista=1');
  address.write(`${address.now}&buscar=rojas`);
  address.hear('marca=con_cobro&vista=1');
  expect(address.snapshot()).toBe('marca=con_cobro&vista=1&buscar=rojas');
  address.hear('marca=con_cobro&vista=1&buscar=rojas');
  expect(address.snapshot()).toBeUndefined();
  expect(address.now).toBe('marca=con_cobro&vista=1&buscar=rojas');
});

it('gives way to whoever else changes the address, and hears nothing new in the same word', () => {
  const address = open('a=1');
  address.write('a=2');
  address.hear('a=1');
  expect(address.now).toBe('a=2');
  address.hear('b=1');
  expect(address.now).toBe('b=1');
});

it('tells all parts, and forgets what was pending when the last has gone', () => {
  const address = new PendingAddress();
  let told = 0;
  const leave = address.subscribe(() => {
    told += 1;
  });
  address.write('a=1');
  expect(told).toBe(1);
  leave();
  expect(address.snapshot()).toBeUndefined();
});
