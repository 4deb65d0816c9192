import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { AREQUIPA, LIMA, TRUJILLO } from '../places.ts';
import { createRandom } from '../random.ts';
import { doorPoint, pickDoor, respell, trueDoor } from './door-points.ts';

const DISTRICTS = [...LIMA, ...AREQUIPA, ...TRUJILLO];
const LINCE = '150116';
const at = (street: string, number: number): Point => doorPoint(LINCE, street, number) ?? { lat: 0, lng: 0 };

describe('a door of the demonstration', () => {
  it('lies along its street by its number, odd and even on two sides', () => {
    expect(metersBetween(at('Av. Arequipa', 1001), at('Av. Arequipa', 1101))).toBeCloseTo(100, 0);
    expect(metersBetween(at('Av. Arequipa', 1001), at('Av. Arequipa', 1000))).toBeCloseTo(16, 0);
    // It leads south, so that the left side is east.
    expect(at('Av. Arequipa', 1001).lat - at('Av. Arequipa', 1101).lat).toBeGreaterThan(0.0008);
    expect(at('Av. Arequipa', 1001).lng).toBeGreaterThan(at('Av. Arequipa', 1000).lng);
  });

  it('has a block and a lot in a neighbourhood', () => {
    const lot = (block: string, number: number): Point =>
      doorPoint('150142', 'Urb. Santa Rosa', { block, lot: number }) ?? { lat: 0, lng: 0 };
    expect(metersBetween(lot('A', 1), lot('B', 1))).toBeCloseTo(100, 0);
    expect(metersBetween(lot('A', 1), lot('A', 5))).toBeCloseTo(16, 0);
  });

  it('is nowhere on another street, beyond its ends, or in the other kind of address', () => {
    expect(doorPoint(LINCE, 'Av. Arequipa', 799)).toBeUndefined();
    expect(doorPoint(LINCE, 'Av. Arequipa', 9000)).toBeUndefined();
    expect(doorPoint(LINCE, 'Av. Javier Prado', 900)).toBeUndefined();
    expect(doorPoint(LINCE, 'Av. Arequipa', { block: 'A', lot: 1 })).toBeUndefined();
    expect(doorPoint('150142', 'Urb. Santa Rosa', 4)).toBeUndefined();
    expect(doorPoint('150142', 'Urb. Santa Rosa', { block: 'A', lot: 25 })).toBeUndefined();
    expect(doorPoint('999999', 'Av. Arequipa', 900)).toBeUndefined();
  });

  it.each(DISTRICTS)(
    'lies around the centre of $name, and is found in every spelling',
    ({ ubigeo, name, lat, lng }) => {
      const random = createRandom(11);
      for (let count = 0; count < 30; count += 1) {
        const { address, point } = pickDoor(random, ubigeo);
        expect(metersBetween(point, { lat, lng })).toBeLessThan(710);
        const written = `${respell(random, address, name)}, Dpto. 302`;
        const stop = { address: written, district: name, lat, lng, approximate: true };
        expect(trueDoor(stop), written).toEqual(point);
      }
    },
  );

  it('of an unknown address is where its order says, and otherwise always the same place in the district', () => {
    const stop = { address: 'Av. Nueva 100', district: 'Lince', lat: -12.084, lng: -77.035 };
    expect(trueDoor({ ...stop, approximate: false })).toEqual({ lat: -12.084, lng: -77.035 });
    const door = trueDoor({ ...stop, approximate: true });
    expect(trueDoor({ ...stop, address: 'AVENIDA NUEVA N° 100', approximate: true })).toEqual(door);
    expect(metersBetween(door, stop)).toBeLessThan(600);
    expect(trueDoor({ ...stop, address: 'Av. Nueva 102', approximate: true })).not.toEqual(door);
  });
});
