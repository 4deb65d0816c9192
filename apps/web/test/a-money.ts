import { type CourierMoney } from '@despacho/contracts/dispatch';

/** @returns the money of a courier who collected S/ 120.00 in cash and has handed over nothing. */
export const aMoney = (changes: Partial<CourierMoney> = {}): CourierMoney => ({
  courier: { id: '30', name: 'Rosa Huanca' },
  startedAt: '2026-11-20T13:00:00.000Z',
  end: null,
  confirmed: null,
  delivered: 11,
  failed: 0,
  open: 0,
  due: 12_000,
  state: 'por_recibir',
  version: 7,
  collected: [{ means: 'efectivo', amount: 12_000 }],
  held: [{ means: 'efectivo', amount: 12_000 }],
  inReview: 0,
  received: 0,
  account: [],
  differences: [],
  doubts: null,
  handovers: { count: 0, last: null },
  carried: 12_000,
  ...changes,
});
