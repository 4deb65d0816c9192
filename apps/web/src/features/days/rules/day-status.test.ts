import { type CourierDay } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { cashOf, dayStatus, inHandlingOrder } from './day-status.ts';

const aDay = (changes: Partial<CourierDay> = {}): CourierDay => ({
  courier: { id: '30', name: 'Hugo Paredes' },
  startedAt: null,
  end: null,
  confirmed: null,
  delivered: 2,
  failed: 1,
  open: 1,
  payments: [],
  due: 0,
  ...changes,
});
const at = '2026-11-23T23:00:00.000Z';
const handed = aDay({ end: { at, unsent: 0 } });
const confirmed = aDay({ ...handed, confirmed: { at, by: { username: 'rosa', user: 'Rosa Mamani' } } });
const working = aDay({ startedAt: at });

it('distinguishes days that wait for the office from open and confirmed ones', () => {
  expect([aDay(), working, handed, confirmed].map(dayStatus)).toEqual(['waiting', 'working', 'handed', 'confirmed']);
  expect(dayStatus(aDay({ startedAt: at, open: 0 }))).toBe('waiting');
});

it('lists first what the office has to do', () => {
  expect(inHandlingOrder([confirmed, aDay(), working, handed])).toEqual([handed, working, aDay(), confirmed]);
});

it('sorts names of the same status in Peruvian order', () => {
  const named = (name: string) => aDay({ courier: { id: name, name } });
  const days = ['Zoe Paz', 'Ñusta Paz', 'Nora Paz', 'Ángela Paz', 'Oscar Paz'].map(named);
  expect(inHandlingOrder(days).map(({ courier }) => courier.name)).toEqual([
    'Ángela Paz',
    'Nora Paz',
    'Ñusta Paz',
    'Oscar Paz',
    'Zoe Paz',
  ]);
});

it('counts only cash as handed over', () => {
  expect(cashOf(aDay())).toBe(0);
  const payments = [
    { means: 'efectivo' as const, amount: 5000 },
    { means: 'yape' as const, amount: 3000 },
  ];
  expect(cashOf(aDay({ payments }))).toBe(5000);
});
