import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Corner, labelPlace, MAX_CORNERS, roundDegrees, zoneFinder, zoneProblem } from './zone-geometry.ts';

const SQUARE: Corner[] = [
  [0, 0],
  [0, 0.1],
  [0.1, 0.1],
  [0.1, 0],
];

const isIn = (corners: readonly Corner[], lat: number, lng: number): boolean =>
  zoneFinder([{ id: 'a', corners }])({ lat, lng, approximate: false }).length > 0;

/** A polygon whose corners are at increasing angles around a centre: it never crosses itself. */
const stars: fc.Arbitrary<Corner[]> = fc
  .record({
    lat: fc.double({ min: -18, max: 0, noNaN: true }),
    lng: fc.double({ min: -81, max: -69, noNaN: true }),
    radii: fc.array(fc.double({ min: 0.01, max: 0.1, noNaN: true }), { minLength: 5, maxLength: 40 }),
  })
  .map(({ lat, lng, radii }) =>
    radii.map((radius, at): Corner => {
      const angle = (2 * Math.PI * at) / radii.length;
      return [roundDegrees(lat + radius * Math.sin(angle)), roundDegrees(lng + radius * Math.cos(angle))];
    }),
  );

const cornerAt = (corners: readonly Corner[], at: number): Corner => corners[at % corners.length] ?? [0, 0];

const centre = (corners: readonly Corner[], of: 0 | 1): number =>
  corners.reduce((sum, corner) => sum + corner[of], 0) / corners.length;

describe('zoneProblem', () => {
  it.each<[string, Corner[], string, number[]]>([
    ['two corners', SQUARE.slice(0, 2), 'al menos tres esquinas', []],
    ['too many corners', Array<Corner>(MAX_CORNERS + 1).fill([0, 0]), '500 esquinas como máximo', []],
    ['a corner used twice', [...SQUARE, [0, 0]], 'Las esquinas 1 y 5 están en el mismo lugar', [0, 4]],
    [
      'corners on one line',
      [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
      'vuelve sobre sí mismo en la esquina 3',
      [2],
    ],
    [
      'a spike',
      [
        [0, 0],
        [0, 2],
        [0, 1],
        [1, 1],
      ],
      'vuelve sobre sí mismo en la esquina 2',
      [1],
    ],
    [
      'a bow tie',
      [
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 0],
      ],
      'entre las esquinas 1 y 2 y el que sale de la 3',
      [0, 1, 2, 3],
    ],
    [
      'a side that touches a corner',
      [
        [0, 0],
        [0, 2],
        [1, 1],
        [0, 1],
        [1, 0],
      ],
      'El borde se cruza',
      [0, 1, 2, 3],
    ],
  ])('reports %s', (_, corners, text, at) => {
    const problem = zoneProblem(corners);
    expect(problem?.text).toContain(text);
    expect(problem?.at).toEqual(at);
  });

  it('accepts simple polygons in both directions and from any corner', () => {
    fc.assert(
      fc.property(stars, fc.nat(), (corners, by) => {
        const from = by % corners.length;
        const turned = [...corners.slice(from), ...corners.slice(0, from)];
        expect(zoneProblem(turned)).toBeUndefined();
        expect(zoneProblem(turned.toReversed())).toBeUndefined();
      }),
    );
  });

  it('reports any two swapped corners of a convex polygon', () => {
    const convex = Array.from({ length: 12 }, (_, at): Corner => {
      const angle = (2 * Math.PI * at) / 12;
      return [roundDegrees(Math.sin(angle)), roundDegrees(Math.cos(angle))];
    });
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(11), { minLength: 2, maxLength: 2 }), ([one = 0, other = 1]) => {
        const swapped = [...convex];
        [swapped[one], swapped[other]] = [cornerAt(convex, other), cornerAt(convex, one)];
        expect(zoneProblem(swapped)).toBeDefined();
      }),
    );
  });
});

describe('zoneFinder', () => {
  it('counts corners and borders as inside', () => {
    for (const [lat, lng] of SQUARE) expect(isIn(SQUARE, lat, lng)).toBe(true);
    fc.assert(
      fc.property(stars, fc.nat(), (corners, at) => {
        const [a, b] = [cornerAt(corners, at), cornerAt(corners, at + 1)];
        expect(isIn(corners, ...a)).toBe(true);
        // Corners have five decimals, and so the middle of a side has six.
        expect(isIn(corners, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)).toBe(true);
      }),
    );
  });

  it('finds every zone of overlapping ones, and none for an approximate place', () => {
    const zones = [
      { id: 'a', corners: SQUARE },
      { id: 'b', corners: SQUARE.map(([lat, lng]): Corner => [lat + 0.05, lng + 0.05]) },
    ];
    const at = (lat: number, lng: number, approximate = false) => zoneFinder(zones)({ lat, lng, approximate });
    expect(at(0.07, 0.07)).toEqual(['a', 'b']);
    expect(at(0.01, 0.01)).toEqual(['a']);
    expect(at(0.2, 0.01)).toEqual([]);
    expect(at(0.07, 0.07, true)).toEqual([]);
  });

  it('agrees with the sum of angles', () => {
    fc.assert(
      fc.property(
        stars,
        fc.double({ min: -0.12, max: 0.12, noNaN: true }),
        fc.double({ min: -0.12, max: 0.12, noNaN: true }),
        (corners, up, right) => {
          const [lat, lng] = [centre(corners, 0) + up, centre(corners, 1) + right];
          let angle = 0;
          for (const [index, b] of corners.entries()) {
            const a = cornerAt(corners, index + corners.length - 1);
            const [ax, ay, bx, by] = [a[1] - lng, a[0] - lat, b[1] - lng, b[0] - lat];
            angle += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
          }
          expect(isIn(corners, lat, lng)).toBe(Math.abs(angle) > Math.PI);
        },
      ),
    );
  });
});

describe('labelPlace', () => {
  it('is the centre of a square', () => {
    const { lat, lng } = labelPlace(SQUARE);
    expect(lat).toBeCloseTo(0.05);
    expect(lng).toBeCloseTo(0.05);
  });

  it('is within every polygon', () => {
    const bent: Corner[] = [
      [0, 0],
      [0, 1],
      [0.1, 1],
      [0.1, 0.1],
      [1, 0.1],
      [1, 0],
    ];
    const of = labelPlace(bent);
    expect(isIn(bent, of.lat, of.lng)).toBe(true);
    fc.assert(
      fc.property(stars, (corners) => {
        const { lat, lng } = labelPlace(corners);
        expect(isIn(corners, lat, lng)).toBe(true);
      }),
    );
  });
});
