import { type OrderChanged } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type DispatchNews } from './event-log.ts';
import { activityEntries, zonesText } from './activity-entries.ts';

const changed = (id: string, change: Partial<OrderChanged> = {}): OrderChanged => ({
  type: 'order.changed',
  at: `2026-11-21T15:00:0${id}.000Z`,
  officeId: 'LIMA',
  actor: { username: 'luis.quispe', user: 'Luis Quispe' },
  batch: 'one',
  what: 'asignada',
  order: { id, code: `LIM-${id}`, version: 2 },
  before: { state: 'pendiente', courierId: null },
  after: { state: 'asignada', courierId: '30' },
  ...change,
});
const names = (id: string) => (id === '30' ? 'Hugo Paredes' : undefined);
const words = (events: readonly DispatchNews[]) =>
  activityEntries(events, names).map(({ who, text }) => `${who} ${text}`);

describe('happeningsOf', () => {
  it('merges the changes of one request', () => {
    expect(words([changed('1'), changed('2'), changed('3')])).toEqual(['Luis Quispe asignó 3 órdenes a Hugo Paredes']);
  });

  it('names a single order, and a courier only if known', () => {
    expect(words([changed('1')])).toEqual(['Luis Quispe asignó LIM-1 a Hugo Paredes']);
    expect(words([changed('1', { after: { state: 'asignada', courierId: '31' } })])).toEqual([
      'Luis Quispe asignó LIM-1',
    ]);
  });

  it('separates requests and couriers, newest first', () => {
    expect(
      words([
        changed('1'),
        changed('2', { batch: 'two', what: 'entregada', after: { state: 'entregada' } }),
        changed('3', { after: { courierId: '31' } }),
      ]),
    ).toEqual(['Luis Quispe asignó LIM-3', 'Luis Quispe entregó LIM-2', 'Luis Quispe asignó LIM-1 a Hugo Paredes']);
  });

  it('counts an order once, however often one action changed it', () => {
    expect(activityEntries([changed('1'), changed('1')], names)[0]?.orderIds).toEqual(['1']);
  });

  it('says what a closing was corrected to', () => {
    expect(words([changed('1', { what: 'corregida', after: { state: 'no_entregada' } })])).toEqual([
      'Luis Quispe corrigió el cierre de LIM-1, ahora no entregada',
    ]);
  });

  it('describes the days of couriers', () => {
    const { at, officeId, actor } = changed('1');
    const courier = { id: '30', name: 'Hugo Paredes' };
    const day = { type: 'day.changed', at, officeId, courier, day: '2026-11-21' } as const;
    expect(
      words([
        { ...day, actor: { username: 'repartidor-30', user: 'Hugo Paredes' }, what: 'salida' },
        { ...day, actor, what: 'confirmada' },
      ]),
    ).toEqual(['Hugo Paredes salió a ruta', 'Luis Quispe confirmó el cierre del día de Hugo Paredes']);
  });

  it('describes changes of couriers and views', () => {
    const { at, officeId, actor } = changed('1');
    expect(
      words([
        {
          type: 'courier.changed',
          at,
          officeId,
          actor,
          what: 'retirado',
          courier: { id: '30', name: 'Hugo Paredes', version: 2, state: 'retirado' },
        },
        { type: 'view.changed', at, officeId, actor, what: 'creada', view: { id: '4', name: 'Sur', version: 1 } },
      ]),
    ).toEqual(['Luis Quispe retiró al repartidor Hugo Paredes', 'Luis Quispe guardó la vista «Sur»']);
  });
});

it.each([
  ['zona_creada', 'Sur', 1, 'dibujó la zona «Sur»'],
  ['zona_editada', undefined, 12, 'cambió 12 zonas'],
] as const)('says what happened to drawn zones: %s of %s', (what, name, count, text) => {
  expect(zonesText(what, name, count)).toBe(text);
});
