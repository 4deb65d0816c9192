import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metersBetween } from '@despacho/contracts/dispatch';
import { agreementOf, contradictionOf, type TeachingVisit, visitsAt } from './agreeing-visits.ts';

const DOOR = { lat: -12.06, lng: -77.05 };
/** A meter of latitude, in degrees. */
const METER = 1 / 111_195;

/** A visit some meters north of the door, on a day of November, by a courier, perhaps with a photo. */
const visit = (meters: number, day: number, courierId = 1, hasPhoto = false): TeachingVisit => ({
  lat: DOOR.lat + meters * METER,
  lng: DOOR.lng,
  day: `2026-11-${String(day)}`,
  courierId,
  at: day,
  hasPhoto,
});

describe('agreeing visits', () => {
  it.each<[what: string, visits: TeachingVisit[], agreeing: number | null]>([
    ['nothing', [], null],
    ['one visit with a photo', [visit(0, 10, 1, true)], null],
    ['two visits', [visit(0, 10), visit(0, 11)], null],
    ['three of one day and courier', [visit(0, 10), visit(0, 10), visit(0, 10)], null],
    ['three of two days', [visit(0, 10), visit(5, 10), visit(0, 11)], 3],
    ['three of two couriers', [visit(0, 10), visit(0, 10), visit(0, 10, 2)], 3],
    ['two with photos of two days', [visit(0, 10, 1, true), visit(39, 11, 1, true)], 2],
    ['two with photos of one day and courier', [visit(0, 10, 1, true), visit(0, 10, 1, true)], null],
    ['two of which one has a photo', [visit(0, 10, 1, true), visit(0, 11)], null],
    ['three too far apart', [visit(0, 10), visit(25, 11), visit(50, 12)], null],
    ['three and one elsewhere', [visit(0, 10), visit(500, 10), visit(39, 11), visit(10, 12)], 3],
    [
      'a larger group of one day beside them',
      [visit(900, 9), visit(900, 9), visit(900, 9), visit(900, 9), visit(0, 10), visit(0, 11), visit(0, 12)],
      3,
    ],
  ])('counts %s', (_, visits, agreeing) => {
    expect(agreementOf(visits)?.visits ?? null).toBe(agreeing);
    if (agreeing !== null) expect(metersBetween(agreementOf(visits) ?? DOOR, DOOR)).toBeLessThan(40);
  });

  it('does not depend on the order of the visits', () => {
    const some = fc.array(
      fc.record({ meters: fc.integer({ min: 0, max: 200 }), day: fc.integer({ min: 10, max: 12 }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(some, (given) => {
        const visits = given.map(({ meters, day }) => visit(meters, day));
        const found = agreementOf(visits);
        expect(agreementOf(visits.toReversed())?.visits).toBe(found?.visits);
        if (found) expect(visitsAt(found, visits).length).toBeGreaterThanOrEqual(found.visits);
      }),
    );
  });
});

describe('contradicting visits', () => {
  it.each<[what: string, visits: TeachingVisit[], contradicting: number | null]>([
    ['three of two days far away', [visit(300, 10), visit(310, 10), visit(300, 11)], 3],
    ['three of one day', [visit(300, 10), visit(300, 10), visit(300, 10, 2)], null],
    ['two with photos', [visit(300, 10, 1, true), visit(300, 11, 2, true)], null],
    ['three that are not far enough', [visit(99, 10), visit(99, 11), visit(99, 12)], null],
    ['three in different directions', [visit(300, 10), visit(-300, 11), visit(600, 12)], null],
  ])('counts %s', (_, visits, contradicting) => {
    expect(contradictionOf(DOOR, visits)?.visits ?? null).toBe(contradicting);
  });
});
