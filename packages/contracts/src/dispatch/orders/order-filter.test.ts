import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyFilter,
  firstDayRead,
  ORDER_FLAG_CODES,
  ORDER_PROMISE_CODES,
  type OrderFilter,
  orderFilterQuery,
  readOrderFilter,
  writeOrderFilter,
} from './order-filter.ts';
import { ORDER_STATE_CODES } from './order-states.ts';

const choice = <T extends string>(item: fc.Arbitrary<T>) => {
  const values = fc.uniqueArray(item, { maxLength: 4 });
  return fc.record({ is: values, not: values });
};
const number = fc.integer({ min: 1, max: 999_999 }).map(String);
const day = fc.constantFrom('2026-01-31', '2026-11-20');

const filters: fc.Arbitrary<OrderFilter> = fc.record(
  {
    states: choice(fc.constantFrom(...ORDER_STATE_CODES)),
    couriers: choice(number),
    districts: choice(fc.constantFrom('150122', '040101')),
    zones: choice(number),
    clients: choice(fc.constantFrom('5001', 'C-9', 'x_1')),
    flags: choice(fc.constantFrom(...ORDER_FLAG_CODES)),
    reasons: choice(fc.constantFrom('ausente', 'direccion_no_existe')),
    promises: choice(fc.constantFrom(...ORDER_PROMISE_CODES)),
    hours: choice(fc.constantFrom('00', '09', '23')),
    from: day,
    to: day,
    search: fc
      .string({ minLength: 1, maxLength: 60 })
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    batch: fc.uuid(),
  },
  { requiredKeys: ['states', 'couriers', 'districts', 'zones', 'clients', 'flags', 'reasons', 'promises', 'hours'] },
);

describe('firstDayRead', () => {
  const today = '2026-11-20';
  const by = (more: Partial<OrderFilter>): OrderFilter => ({
    ...emptyFilter(),
    reasons: { is: ['ausente'], not: [] },
    ...more,
  });

  it('is 31 days before today, or before the last day of a past period', () => {
    expect(firstDayRead(by({}), today)).toBe('2026-10-20');
    expect(firstDayRead(by({ from: '2026-01-01' }), today)).toBe('2026-10-20');
    expect(firstDayRead(by({ to: '2026-12-31' }), today)).toBe('2026-10-20');
    expect(firstDayRead(by({ from: '2026-01-01', to: '2026-03-31' }), today)).toBe('2026-02-28');
  });

  it('is undefined for a shorter period, a search, a batch, and filters that are indexed', () => {
    const others: OrderFilter[] = [
      by({ from: '2026-10-20' }),
      by({ from: '2026-03-01', to: '2026-03-31' }),
      by({ search: 'quispe' }),
      by({ batch: crypto.randomUUID() }),
      { ...emptyFilter(), states: { is: ['no_entregada'], not: [] } },
    ];
    expect(others.map((filter) => firstDayRead(filter, today))).toEqual(others.map(() => undefined));
  });
});

describe('the order filter in an address', () => {
  it('survives a round trip through an address', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const address = new URLSearchParams(writeOrderFilter(filter) as Record<string, string>).toString();
        const query = orderFilterQuery.parse(Object.fromEntries(new URLSearchParams(address)));
        expect(readOrderFilter(query)).toEqual(filter);
      }),
    );
  });

  it('is empty when it filters nothing', () => {
    expect(writeOrderFilter(emptyFilter())).toEqual({});
    expect(readOrderFilter({})).toEqual(emptyFilter());
    expect(readOrderFilter({ buscar: '  ' })).toEqual(emptyFilter());
  });

  it('has readable Spanish names', () => {
    expect(readOrderFilter({ estado: 'pendiente,asignada', no_marca: 'con_nota', buscar: 'quispe' })).toEqual({
      ...emptyFilter(),
      states: { is: ['pendiente', 'asignada'], not: [] },
      flags: { is: [], not: ['con_nota'] },
      search: 'quispe',
    });
  });

  it.each([
    { estado: 'perdida' },
    { estado: '' },
    { estado: 'pendiente,' },
    { repartidor: '1 or 1=1' },
    { repartidor: '007' },
    { distrito: '15012' },
    { marca: 'toString' },
    { desde: '2026-02-30' },
    { buscar: 'x'.repeat(101) },
    { repartidor: Array.from({ length: 201 }, () => '1').join(',') },
    { estados: 'pendiente' },
  ])('rejects %j', (query) => {
    expect(orderFilterQuery.safeParse(query).success).toBe(false);
  });
});
