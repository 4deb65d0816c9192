import { type OrderChanged } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { changeLines } from './change-lines.ts';

const names = { courier: (id: string) => `Repartidor ${id}`, reason: (code: string) => `«${code}»` };
const event = (some: Partial<OrderChanged>): OrderChanged => ({
  type: 'order.changed',
  at: '2026-11-20T15:00:00.000Z',
  officeId: 'LIMA',
  actor: { username: 'ana.torres', user: 'Ana Torres' },
  batch: 'b',
  what: 'editada',
  order: { id: '1', code: 'ORD-1', version: 2 },
  before: {},
  after: {},
  ...some,
});

describe('changed fields', () => {
  it('names couriers, reasons, amounts and places', () => {
    const lines = changeLines(
      event({
        before: { courierId: null, collectDue: 500, ubigeo: '150122', weightGrams: 800 },
        after: { courierId: '7', collectDue: 123450, ubigeo: '150115', weightGrams: 1500 },
      }),
      names,
    );
    expect(lines).toEqual([
      { label: 'Repartidor', before: '—', after: 'Repartidor 7' },
      { label: 'Por cobrar', before: 'S/ 5.00', after: 'S/ 1,234.50' },
      { label: 'Distrito', before: 'Miraflores', after: 'La Victoria' },
      { label: 'Peso', before: '800 g', after: '1.5 kg' },
    ]);
  });

  it('shows dates as people write them', () => {
    const moved = event({ before: { date: '2026-11-22' }, after: { date: '2027-01-03' } });
    expect(changeLines(moved, names)).toEqual([{ label: 'Fecha', before: '22 nov 2026', after: '3 ene 2027' }]);
  });

  it('omits what the title already says, and values that read the same', () => {
    const lines = changeLines(
      event({
        what: 'no_entregada',
        before: { state: 'en_ruta', reason: null, sequence: 4 },
        after: { state: 'no_entregada', reason: 'ausente', sequence: null },
      }),
      names,
    );
    expect(lines).toEqual([{ label: 'Motivo', before: '—', after: '«ausente»' }]);
  });

  it.each(['corregida', 'deshecha'] as const)('shows the state before and after «%s»', (what) => {
    const moved = event({ what, before: { state: 'no_entregada' }, after: { state: 'en_ruta' } });
    expect(changeLines(moved, names)).toEqual([{ label: 'Estado', before: 'No entregada', after: 'En ruta' }]);
    expect(changeLines({ ...moved, after: { state: 'no_entregada' } }, names)).toEqual([]);
  });

  it('omits values that read the same before and after', () => {
    const same = { before: { guide: null, weightGrams: 1510 }, after: { guide: null, weightGrams: 1520 } };
    expect(changeLines(event(same), names)).toEqual([]);
  });

  it('lists no changed fields for a new order', () => {
    expect(changeLines(event({ what: 'creada', after: { recipient: 'Elena' } }), names)).toEqual([]);
  });
});
