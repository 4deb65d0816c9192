import { describe, expect, it } from 'vitest';
import {
  allAsDue,
  closingLabel,
  deliveredBy,
  EMPTY_CLOSING,
  type Entry,
  entryAfterKey,
  failedFor,
  readEntry,
  routeTotals,
} from './closing.ts';

const stop = (id: string, due: number | null) => ({
  id,
  date: '2026-11-20',
  collect: due === null ? null : { due, payments: [], difference: null },
});
const REASONS = ['ausente', 'no_contesta'];
const paid = stop('1', 4590);
const free = stop('2', null);

describe('a key on a stop', () => {
  it.each<[string, Entry | undefined, Entry | null | undefined]>([
    ['e', undefined, deliveredBy(paid, 'efectivo')],
    ['Y', undefined, deliveredBy(paid, 'yape')],
    ['t', failedFor('ausente'), deliveredBy(paid, 'transferencia')],
    ['n', deliveredBy(paid, 'yape'), failedFor('')],
    ['n', failedFor('ausente'), failedFor('ausente')],
    ['2', failedFor(''), failedFor('no_contesta')],
    ['2', deliveredBy(paid, 'yape'), undefined],
    ['9', failedFor(''), undefined],
    ['x', failedFor('ausente'), null],
    ['Delete', failedFor('ausente'), null],
    ['q', undefined, undefined],
  ])('%s after %j', (key, before, after) => {
    expect(entryAfterKey(key, paid, before, REASONS)).toEqual(after);
  });

  it('delivers a stop with nothing to collect without payment', () => {
    expect(entryAfterKey('y', free, undefined, REASONS)).toEqual({ ...EMPTY_CLOSING, to: 'entregada' });
  });
});

it('fills in only stops without an entry', () => {
  const entries = allAsDue([paid, free], new Map([['2', failedFor('ausente')]]));
  expect([...entries]).toEqual([
    ['1', deliveredBy(paid, 'efectivo')],
    ['2', failedFor('ausente')],
  ]);
});

it('reads an entry, or says what is missing', () => {
  expect(readEntry(paid, deliveredBy(paid, 'plin'))).toEqual({
    outcome: { payments: [{ means: 'plin', amount: 4590 }] },
    errors: {},
  });
  expect(readEntry(free, deliveredBy(free, 'plin'))).toEqual({ outcome: {}, errors: {} });
  expect(readEntry(paid, failedFor('')).errors).toEqual({ reason: 'Seleccione el motivo' });
  expect(readEntry(paid, { ...deliveredBy(paid, 'yape'), paid: { yape: '40' } }).errors).toEqual({
    difference: 'Diga por qué no se cobró lo debido',
  });
});

it('reads the time of a visit', () => {
  const moment = { now: Date.parse('2026-11-20T15:00:00Z'), timeZone: 'America/Lima' };
  const at = (time: string, to = 'no_entregada') => readEntry(free, { ...failedFor('ausente'), to, time }, moment);
  expect(at('09:30').outcome).toEqual({ reason: 'ausente', at: '2026-11-20T14:30:00.000Z' });
  expect(at('11:00').errors).toEqual({ time: 'Esa hora aún no llega' });
  expect(at('11:00', 'en_ruta')).toEqual({ outcome: {}, errors: {} });
});

it('adds up by means, excluding failed, open and invalid stops', () => {
  const stops = [paid, free, stop('3', 1000), stop('4', 500), stop('5', 700), stop('6', 900)];
  const entries = new Map<string, Entry>([
    ['1', { ...deliveredBy(paid, 'efectivo'), paid: { efectivo: '', yape: '20' } }],
    ['2', deliveredBy(free, 'efectivo')],
    ['3', deliveredBy(paid, 'yape')],
    ['4', failedFor('ausente')],
    ['6', { ...deliveredBy(paid, 'pos'), paid: { pos: '9x' } }],
  ]);
  expect(routeTotals(stops, entries)).toEqual({
    delivered: 4,
    failed: 1,
    open: 1,
    byMeans: [
      ['efectivo', 2590],
      ['yape', 3000],
    ],
    collected: 5590,
    due: 6490,
  });
});

it.each([
  ['entregada', 1, 'Marcar como entregada'],
  ['entregada', 3, 'Marcar 3 como entregadas'],
  ['no_entregada', 1000, 'Marcar 1,000 como no entregadas'],
] as const)('labels the closing of %s × %i', (to, count, label) => {
  expect(closingLabel(to, count)).toBe(label);
});
