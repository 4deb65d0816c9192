import { type Courier } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { setDrawnZones } from '#shared/zones/drawn-zones.ts';
import { byFit, courierFit } from './courier-fit.ts';

const courier = (id: string, more: Partial<Courier> = {}): Courier => aCourier({ id, name: id, ...more });
const stop = (id: string, ubigeo = '150122', from = '09:00', holder: string | null = null) => ({
  id,
  weightGrams: 1_500,
  window: { from, to: '18:00' },
  courier: holder === null ? null : { id: holder, name: holder },
  place: { ubigeo, lat: -12.12, lng: -77.03, approximate: false },
});

describe('courierFit', () => {
  it('has no warnings if everything fits exactly', () => {
    expect(courierFit(courier('a'), [stop('1')])).toEqual({
      orders: 3,
      weightGrams: 9_500,
      warnings: [],
      penalty: 0,
    });
  });

  it('counts drawn zones like districts, but not for approximate places', () => {
    const corners: [number, number][] = [
      [-12.13, -77.04],
      [-12.13, -77.02],
      [-12.11, -77.03],
    ];
    setDrawnZones('LIMA', [{ id: '7', version: 1, name: 'Sur', color: 'azul', corners }]);
    const zonal = courier('a', { zones: [], zoneIds: ['7'] });
    const inZone = stop('1', '150140');
    const approximate = { ...inZone, place: { ...inZone.place, approximate: true } };
    expect(courierFit(zonal, [inZone]).warnings).toEqual([]);
    expect(courierFit(zonal, [approximate]).warnings).toEqual(['1 fuera de sus zonas']);
    setDrawnZones('LIMA', []);
    expect(courierFit(zonal, [inZone]).warnings).toEqual(['1 fuera de sus zonas']);
  });

  it('lists each warning with its amount', () => {
    const some = [stop('1'), stop('2', '150130'), stop('3', '150122', '13:00')];
    expect(courierFit(courier('a', { state: 'ausente' }), some).warnings).toEqual([
      'está ausente',
      '2 sobre su capacidad',
      '2.5 kg de más',
      '1 fuera de su turno',
      '1 fuera de sus zonas',
    ]);
  });

  it('does not count an order twice that the courier already has', () => {
    expect(courierFit(courier('a'), [stop('1', '150122', '09:00', 'a')])).toMatchObject({ orders: 2, warnings: [] });
  });

  it('sorts by warnings, then by load, and omits retired couriers', () => {
    const couriers = [
      courier('fuera', { zones: ['150130'], load: { orders: 0, weightGrams: 0 } }),
      courier('lleno'),
      courier('vacío', { load: { orders: 0, weightGrams: 0 } }),
      courier('retirado', { state: 'retirado' }),
    ];
    expect(byFit([{ day: 'hoy', couriers, orders: [stop('1')] }]).map(({ id }) => id)).toEqual([
      'vacío',
      'lleno',
      'fuera',
    ]);
    // Two of three out of zone rank below one order over capacity plus excess weight.
    const three = [stop('1'), stop('2', '150130'), stop('3')];
    expect(byFit([{ day: 'hoy', couriers, orders: three }]).map(({ id }) => id)).toEqual(['vacío', 'fuera', 'lleno']);
  });
});
