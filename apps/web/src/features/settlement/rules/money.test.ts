import { type CourierMoney } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { aMoney } from '#test/a-money.ts';
import { EMPTY_DRAFT, readDraft, receiveBody } from './draft.ts';
import { nextToReceive, officeTotals, shownCouriers } from './money-list.ts';
import { lineOf } from './money-text.ts';

const named = (name: string, changes: Partial<CourierMoney> = {}) =>
  aMoney({ courier: { id: name, name }, ...changes });
const of = { courierId: '30', day: '2026-11-20', version: 7 };

describe('a draft', () => {
  const draft = { ...EMPTY_DRAFT, counts: { ...EMPTY_DRAFT.counts, n100: '1', n10: '1', coins: '2' } };

  it('adds up notes and coins', () => {
    const read = readDraft(draft, 11_200);
    expect(read).toMatchObject({ amount: 11_200, missing: 0, reason: null, errors: {} });
    expect(receiveBody(read, draft, of)).toEqual({
      ...of,
      amount: 11_200,
      counted: { n200: 0, n100: 1, n50: 0, n20: 0, n10: 1, coins: 200 },
    });
  });

  it('leaves a missing amount with the courier, unless it has a reason', () => {
    expect(receiveBody(readDraft(draft, 12_000), draft, of).difference).toBeUndefined();
    const explained = { ...draft, reason: 'vuelto' as const, note: ' con sencillo ' };
    expect(receiveBody(readDraft(explained, 12_000), explained, of).difference).toEqual({
      amount: 800,
      reason: 'vuelto',
      note: 'con sencillo',
    });
  });

  it('requires a reason for a surplus', () => {
    expect(readDraft(draft, 11_000).errors).toEqual({ reason: 'Elija por qué hay dinero de más' });
    expect(readDraft({ ...draft, reason: 'pasajes' }, 11_000).errors.reason).toBeDefined();
    const read = readDraft({ ...draft, reason: 'sobrante' }, 11_000);
    expect(receiveBody(read, draft, of).difference).toEqual({ amount: -200, reason: 'sobrante' });
  });

  it.each([
    ['1.5', 'n20'],
    ['-1', 'n10'],
    ['x', 'coins'],
    ['2.505', 'coins'],
  ] as const)('reports %s in %s, and sends nothing', (typed, field) => {
    const read = readDraft({ ...draft, counts: { ...draft.counts, [field]: typed } }, 11_200);
    expect(Object.keys(read.errors)).toEqual([field]);
    expect(read.amount).toBeNaN();
  });

  it('reads a typed amount, and requires one', () => {
    const typed = (amount: string) => readDraft({ ...EMPTY_DRAFT, mode: 'monto', amount }, 123_450);
    expect(typed('1,234.50')).toMatchObject({ amount: 123_450, errors: {} });
    expect(Object.keys(typed('').errors)).toEqual(['amount']);
    expect(Object.keys(typed('mil').errors)).toEqual(['amount']);
  });

  it('requires text for another reason', () => {
    expect(readDraft({ ...draft, reason: 'otro' }, 12_000).errors).toEqual({ note: 'Escriba el motivo' });
  });
});

describe('the couriers', () => {
  const all = [
    named('Ana', { state: 'conforme', held: [] }),
    named('Beto', { state: 'en_ruta' }),
    named('Caro', { state: 'por_recibir' }),
    named('Dani', { state: 'parcial' }),
  ];
  const names = (couriers: readonly CourierMoney[]) => couriers.map(({ courier }) => courier.name);

  it('are sorted in the order of work, and are found by name', () => {
    expect(names(shownCouriers(all, { state: '', search: '' }))).toEqual(['Caro', 'Dani', 'Beto', 'Ana']);
    expect(names(shownCouriers(all, { state: '', search: 'cáro ' }))).toEqual(['Caro']);
    expect(names(shownCouriers(all, { state: 'en_ruta', search: '' }))).toEqual(['Beto']);
  });

  it('have a next one to receive from, the first again after the last', () => {
    const shown = shownCouriers(all, { state: '', search: '' });
    expect([nextToReceive(shown, 'Caro')?.courier.name, nextToReceive(shown, 'Ana')?.courier.name]).toEqual([
      'Dani',
      'Caro',
    ]);
    expect(nextToReceive([named('Solo', { state: 'por_recibir' })], 'Solo')).toBeUndefined();
  });

  it('add up to the office: every céntimo in one place', () => {
    const totals = officeTotals([
      named('Ana', {
        collected: [
          { means: 'efectivo', amount: 8000 },
          { means: 'yape', amount: 3000 },
        ],
        held: [],
        received: 7900,
        account: [{ means: 'yape', amount: 3000 }],
        differences: [{ reason: 'vuelto', amount: 100 }],
      }),
      named('Beto'),
    ]);
    expect(totals).toMatchObject({ cash: 20_000, received: 7900, heldCash: 12_000, difference: -100, holding: 1 });
    const places = totals.received + totals.heldCash + totals.heldOther - totals.difference;
    const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0);
    expect(places + sum(totals.account)).toBe(sum(totals.collected));
  });

  it('show the last event', () => {
    expect(lineOf(named('Ana', { collected: [], held: [] }), 'America/Lima', null)).toBe('Nada que entregar');
    expect(lineOf(named('Ana', { state: 'en_ruta', open: 3, carried: 37_000 }), 'America/Lima', 50_000)).toBe(
      '3 paradas abiertas · lleva 74 % del tope',
    );
  });
});
