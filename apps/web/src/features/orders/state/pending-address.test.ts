import { expect, it } from 'vitest';
import { PendingAddress } from './pending-address.ts';

function open(query: string): PendingAddress {
  const address = new PendingAddress();
  address.subscribe(() => undefined);
  address.receive(query);
  return address;
}

it('bases a change on one that the router has not applied yet', () => {
  const address = open('marca=con_cobro');
  address.write(`${address.now}&vista=1`);
  expect(address.now).toBe('marca=con_cobro&vista=1');
  address.write(`${address.now}&buscar=rojas`);
  address.receive('marca=con_cobro&vista=1');
  expect(address.snapshot()).toBe('marca=con_cobro&vista=1&buscar=rojas');
  address.receive('marca=con_cobro&vista=1&buscar=rojas');
  expect(address.snapshot()).toBeUndefined();
  expect(address.now).toBe('marca=con_cobro&vista=1&buscar=rojas');
});

it('accepts a URL changed elsewhere and ignores an unchanged one', () => {
  const address = open('a=1');
  address.write('a=2');
  address.receive('a=1');
  expect(address.now).toBe('a=2');
  address.receive('b=1');
  expect(address.now).toBe('b=1');
});

it('notifies all subscribers and resets after the last unsubscribes', () => {
  const address = new PendingAddress();
  let calls = 0;
  const leave = address.subscribe(() => {
    calls += 1;
  });
  address.write('a=1');
  expect(calls).toBe(1);
  leave();
  expect(address.snapshot()).toBeUndefined();
});
