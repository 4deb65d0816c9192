import { type Distances } from '#fleet/distances/distances.ts';

/** Degrees of a unit: small enough that an instance of some hundred units is within a city. */
export const FAKE_UNIT = 0.001;

/**
 * Planar distances for tests and benches, in which a unit of a published instance is a minute and a kilometre, with
 * fractions. Places are at multiples of `FAKE_UNIT` in both directions, and are not searched for.
 */
export const fakeDistances: Distances = {
  measure: (places, { signal }) => {
    signal.throwIfAborted();
    const count = places.length;
    const minutes = new Float64Array(count * count);
    const units = (degrees: number): number => Math.round((degrees / FAKE_UNIT) * 1e6) / 1e6;
    for (const [from, one] of places.entries())
      for (const [to, other] of places.entries())
        minutes[from * count + to] = Math.hypot(units(other.lat - one.lat), units(other.lng - one.lng));
    const table = { places: count, minutes, metres: minutes.map((each) => each * 1000) };
    return Promise.resolve({
      places,
      curve: { metres: [0], minutes: [0] },
      table,
      kind: 'fake',
      fellBack: false,
    });
  },
};
