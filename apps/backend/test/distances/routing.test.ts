import { fileURLToPath } from 'node:url';
import { metersBetween } from '@despacho/contracts/dispatch';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Measurement } from '#fleet/distances/distances.ts';
import { askRouting, blocksOf, maxPlaces } from '#fleet/distances/routing-server.ts';
import { travelOf } from '#fleet/distances/travel-of.ts';
import { CallBreaker } from '#platform/outgoing/call-breaker.ts';
import { createDistances } from '#fleet/distances/measure-distances.ts';
import { dispatcherOf } from '../dispatch-world.ts';
import { NOW } from '../test-services.ts';
import { useDesk } from '../use-desk.ts';
import { useFakeProcess } from '../use-fake-process.ts';
import { FAKE_UNIT, fakeDistances } from './fake-distances.ts';

const osrm = useFakeProcess<{ path: string; query: Record<string, string> }>(
  fileURLToPath(new URL('server.ts', import.meta.url)),
);

/** Each 1.1 km from the one before, towards the north-east. */
const places = (count: number, radius = 0) =>
  Array.from({ length: count }, (_, index) => ({
    lat: -12.1 + (index % 40) * 0.007,
    lng: -77.05 + Math.floor(index / 40) * 0.01 + (index % 40) * 0.007,
    radius,
  }));

describe('distances of an OSRM server', () => {
  const desk = useDesk();
  const abort = new AbortController();
  const configure = (path = '', tableSize = 100): void => {
    Object.assign(desk.services.config, { routing: { url: `${osrm.origin()}${path}`, tableSize } });
    desk.services.callBreaker = new CallBreaker();
  };
  const measure = (count: number, { radius = 0, signal = abort.signal, of = places(count, radius) } = {}) =>
    createDistances(desk.services).measure(of, { office: dispatcherOf('ana'), at: NOW, signal });
  const pair = (measured: Measurement, index: number) => {
    const { metres, minutes } = travelOf(measured);
    return { metres: metres[index], minutes: minutes[index] };
  };

  beforeEach(async () => {
    configure();
    await osrm.calls();
  });

  it('are used in both directions, with the search for vague places, and nothing but coordinates is sent', async () => {
    const measured = await measure(2);
    expect(measured).toMatchObject({ kind: 'osrm', fellBack: false });
    const [one, other] = places(2);
    const straight = one && other ? metersBetween(one, other) : NaN;
    const [there, back] = [pair(measured, 1), pair(measured, 2)];
    expect([there.metres, back.metres]).toEqual([expect.closeTo(straight * 1.5, 0), expect.closeTo(straight * 1.3, 0)]);
    expect(there.minutes).toBeCloseTo((straight * 1.5) / 6 / 60, 1);
    expect(await osrm.calls()).toEqual([
      {
        path: '/table/v1/driving/-77.05000,-12.10000;-77.04300,-12.09300',
        query: {
          sources: '0;1',
          destinations: '0;1',
          annotations: 'duration,distance',
          generate_hints: 'false',
        },
      },
    ]);
    const vague = pair(await measure(2, { radius: 1000 }), 1);
    expect((vague.metres ?? 0) - (there.metres ?? 0)).toBeCloseTo(1400, 5);
  });

  it('are asked in parts of the limit of the server, and the parts are put together', async () => {
    const measured = await measure(230);
    expect(measured).toMatchObject({ kind: 'osrm', fellBack: false });
    const calls = await osrm.calls();
    expect(calls).toHaveLength(9);
    const sizes = calls.map(({ query }) => query['sources']?.split(';').length);
    expect(sizes.toSorted()).toEqual([100, 100, 100, 100, 100, 100, 30, 30, 30]);
    const all = places(230);
    const { metres } = travelOf(measured);
    for (const [from, to] of [
      [3, 229],
      [229, 3],
      [150, 120],
      [99, 100],
    ] as const)
      // prettier-ignore
      expect((metres[from * 230 + to] ?? 0) / metersBetween(all[from] ?? all[0]!, all[to] ?? all[0]!)).toBeCloseTo( // oxlint-disable-line typescript/no-non-null-assertion
        (all[to]?.lng ?? 0) > (all[from]?.lng ?? 0) ? 1.5 : 1.3,
        2,
      );
    expect(
      blocksOf(230, 100).flatMap(({ sources, destinations }) => sources.length * destinations.length),
    ).toHaveLength(9);
  });

  it('are not asked about more places than six times the limit', async () => {
    configure('', 3);
    expect(maxPlaces({ tableSize: 3 })).toBe(18);
    expect(await measure(18)).toMatchObject({ kind: 'osrm', fellBack: false });
    expect(await osrm.calls()).toHaveLength(36);
    expect(await measure(19)).toMatchObject({ kind: 'direct', fellBack: true });
    expect(await osrm.calls()).toEqual([]);
  });

  it.each(['nula', 'negativa', 'texto', 'veloz', 'eterna'])('are replaced for a pair that is %s', async (lie) => {
    configure(`/${lie}`);
    const measured = await measure(3);
    expect(measured).toMatchObject({ kind: 'osrm', fellBack: true });
    const direct = travelOf({ ...measured, table: undefined as never });
    expect(pair(measured, 1)).toEqual({ metres: direct.metres[1], minutes: direct.minutes[1] });
    expect(pair(measured, 3).metres).not.toBe(direct.metres[3]);
  });

  it('are never negative, also between places that are near each other', async () => {
    configure('/negativa');
    const [one] = places(1);
    const measured = await measure(2, { of: one ? [one, one] : [] });
    expect(measured).toMatchObject({ kind: 'osrm', fellBack: true });
    expect(pair(measured, 1)).toEqual({ metres: 0, minutes: 0 });
  });

  it.each(['lejana', 'corta', 'angosta', 'redirigida', 'rota', 'nan', 'mld', 'enorme'])(
    'are not used if the answer is %s',
    async (lie) => {
      configure(`/${lie}`);
      const measured = await measure(3);
      expect(measured).toMatchObject({ kind: 'direct', fellBack: true });
      expect(measured.table).toBeUndefined();
      expect((await osrm.calls()).map(({ path }) => path.split('/')[1])).toEqual([lie]);
    },
  );

  it.each(['muda', 'lenta'])(
    'are waited for once if the server is %s, and then not asked for a minute',
    async (lie) => {
      configure(`/${lie}`, 2);
      const distances = createDistances(desk.services);
      const ask = () => distances.measure(places(6), { office: dispatcherOf('ana'), at: NOW, signal: abort.signal });
      expect(await ask()).toMatchObject({ kind: 'direct', fellBack: true });
      expect((await osrm.calls()).length).toBeLessThanOrEqual(4);
      expect(await ask()).toMatchObject({ kind: 'direct', fellBack: true });
      expect(await osrm.calls()).toEqual([]);
      desk.clock.move(61_000);
      expect(await ask()).toMatchObject({ kind: 'direct', fellBack: true });
      expect((await osrm.calls()).length).toBeGreaterThan(0);
    },
  );

  it('are used as far as they arrive in time, and a server that answers some is asked again', async () => {
    configure('/cansada', 2);
    expect(await measure(6)).toMatchObject({ kind: 'osrm', fellBack: true });
    const { callBreaker, config, clock } = desk.services;
    expect(callBreaker.isOpen(config.routing?.url ?? '', clock())).toBe(false);
  });

  it('are asked with at most eight calls at once by all people together', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    const leaving = new AbortController();
    const host = { url: `${osrm.origin()}/muda`, tableSize: 2 };
    const asked = { places: places(6), signal: leaving.signal, isDown: () => false, record: () => undefined };
    const asking = [1, 2, 3].map(() => askRouting(host, asked));
    for (let calls = 0; calls < 8;) calls += (await osrm.calls()).length;
    leaving.abort();
    await Promise.all(asking);
    expect(fetched.mock.calls.filter(([url]) => url instanceof URL && url.pathname.startsWith('/muda'))).toHaveLength(
      8,
    );
  });

  it('are no longer waited for when the person has left, which is no failure of the server', async () => {
    configure('/muda', 2);
    const leaving = new AbortController();
    const refused = expect(measure(6, { signal: leaving.signal })).rejects.toThrow('left');
    for (let calls = 0; calls < 4;) calls += (await osrm.calls()).length;
    leaving.abort(new Error('left'));
    await refused;
    const { callBreaker, config, clock } = desk.services;
    expect(callBreaker.isOpen(config.routing?.url ?? '', clock())).toBe(false);
  });

  it('are straight lines without a server', async () => {
    Object.assign(desk.services.config, { routing: undefined });
    expect(await measure(3)).toMatchObject({ kind: 'direct', fellBack: false });
  });
});

it('measures a test in units of its plane, with fractions', async () => {
  const at = (x: number, y: number) => ({ lat: -12 + y * FAKE_UNIT, lng: -77 + x * FAKE_UNIT, radius: 3000 });
  const asked = {
    office: { companyId: '', officeId: '', timeZone: 'UTC' },
    at: NOW,
    signal: new AbortController().signal,
  };
  const { minutes, metres } = travelOf(await fakeDistances.measure([at(0, 0), at(30, 40), at(1, 1)], asked));
  expect([minutes[1], metres[1], minutes[2], minutes[0]]).toEqual([50, 50_000, Math.SQRT2, 0]);
});
