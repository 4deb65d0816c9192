import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawScene, groupMarks, isStreetLevel, type Target, targetAt } from './draw-scene.ts';
import { type MapScene } from './map-scene.ts';
import { type MarkColors } from './mark-colors.ts';
import { shapePath, STATE_SHAPES } from './mark-shapes.ts';
import { type OrderMark } from './order-mark.ts';

const target = (x: number, radius: number, name: string): Target => ({
  x,
  y: 0,
  radius,
  hit: {
    kind: 'courier',
    courier: { id: name, name, initials: name, lat: 0, lng: 0, heading: null, age: 0, silence: undefined, text: name },
  },
});

describe('targetAt', () => {
  const [below, above] = [target(0, 10, 'below'), target(12, 10, 'above')];

  it('returns the topmost mark', () => {
    expect(targetAt([below, above], 6, 0)).toBe(above);
    expect(targetAt([below, above], 1, 0)).toBe(below);
  });

  it('returns nothing next to it', () => {
    expect(targetAt([below, above], 0, 11)).toBeUndefined();
  });
});

it('distinguishes the open states without colour', () => {
  const shapes = [STATE_SHAPES.pendiente, STATE_SHAPES.asignada, STATE_SHAPES.en_ruta, STATE_SHAPES.no_entregada];
  expect(new Set(shapes.map((shape) => shapePath(shape, 6))).size).toBe(4);
});

describe('drawScene', () => {
  afterEach(() => vi.unstubAllGlobals());

  const mark = (id: string, changes: Partial<OrderMark> = {}): OrderMark => ({
    id,
    code: `D${id}`,
    state: 'en_ruta',
    lat: 0,
    lng: 0,
    approximate: false,
    radius: 25,
    isMisplaced: false,
    late: false,
    text: id,
    ...changes,
  });

  const SILENT = new Proxy({}, { get: () => () => undefined, set: () => true });

  /** @returns the drawn marks of a scene at a zoom; one degree is as many pixels as there, of the whole world. */
  function drawn(scene: MapScene, zoom: number, context: object = SILENT): Target[] {
    vi.stubGlobal('Path2D', Object);
    const scale = (256 * 2 ** zoom) / 360;
    return drawScene(
      {
        context: context as CanvasRenderingContext2D,
        width: Infinity,
        height: Infinity,
        colors: { state: { pendiente: 'state' } } as MarkColors,
        project: (lat, lng) => ({ x: lng * scale, y: lat * scale }),
        zoom,
        bounds: [-180, -85, 180, 85],
      },
      scene,
      groupMarks(scene, isStreetLevel(zoom)),
    );
  }

  const sceneOf = (marks: readonly OrderMark[], selected: readonly string[] = []): MapScene => ({
    marks,
    selected: new Set(selected),
    route: [],
  });
  const at = (all: readonly { lat: number; lng: number }[]): OrderMark[] =>
    all.map((place, index) => mark(String(index), { ...place, late: index % 3 === 0 }));
  const counts = (targets: readonly Target[]): number[] =>
    targets.map(({ hit }) => (hit.kind === 'cluster' ? hit.marks.length : 1)).sort((one, other) => other - one);
  const distance = (one: Target, other: Target): number => Math.hypot(one.x - other.x, one.y - other.y);

  it('draws each order once, and covers no figure of a cluster', () => {
    const degree = fc.double({ min: 0, max: 0.2, noNaN: true });
    const places = fc.array(fc.record({ lat: degree, lng: degree }), { maxLength: 200 });
    fc.assert(
      fc.property(places, fc.constantFrom(4, 11, 14, 17), fc.nat(3), (all, zoom, copies) => {
        const marks = at([...all, ...all.slice(0, 3).flatMap((place) => Array.from({ length: copies }, () => place))]);
        const targets = drawn(sceneOf(marks), zoom);
        const ids = targets.flatMap(({ hit }) =>
          hit.kind === 'cluster' ? hit.marks.map(({ id }) => id) : hit.kind === 'order' ? [hit.mark.id] : [],
        );
        expect(ids.sort()).toEqual(marks.map(({ id }) => id).sort());
        const figures = targets.filter(({ stays }) => stays);
        figures.forEach((upper, index) => {
          for (const lower of figures.slice(0, index))
            expect(distance(upper, lower)).toBeGreaterThan(upper.radius + lower.radius / 2 - 0.01);
        });
        for (const figure of figures)
          for (const other of targets)
            if (other !== figure) expect(distance(figure, other)).toBeGreaterThan(figure.radius / 2);
      }),
    );
  });

  it('draws a mark, and its part of a cluster, in its own colour instead of that of its state', () => {
    const used = new Set<unknown>();
    const context = new Proxy({}, { get: () => () => undefined, set: (_, __, value) => used.add(value).size > 0 });
    const places = [0, 0, 0, 0, 0, 9].map((lat) => ({ lat, lng: 0 }));
    const marks = at(places).map((each, index) => ({
      ...each,
      late: false,
      state: 'pendiente' as const,
      color: index % 5 === 0 ? 'red' : 'blue',
    }));
    drawn(sceneOf(marks), 4, context);
    expect(used).toContain('red');
    expect(used).toContain('blue');
    expect(used).not.toContain('state');
  });

  it('moves an order off the figure of the cluster beside it', () => {
    const pixel = 360 / (256 * 2 ** 16);
    const [cluster, order] = drawn(sceneOf(at([0, 0, 11].map((x) => ({ lat: 0, lng: x * pixel })))), 16);
    expect(cluster?.hit).toMatchObject({ kind: 'cluster', marks: { length: 2 } });
    expect((order?.x ?? 0) - (cluster?.x ?? 0)).toBeGreaterThan(13);
  });

  it('merges many orders, fans out a few at one place, and merges them at street level', () => {
    const place = { lat: 0.1, lng: 0.1 };
    const few = Array.from({ length: 4 }, () => place);
    expect(counts(drawn(sceneOf(at([...few, place])), 12))).toEqual([5]);
    const fanned = drawn(sceneOf(at(few)), 12);
    expect(counts(fanned)).toEqual([1, 1, 1, 1]);
    for (const one of fanned)
      for (const other of fanned) if (one !== other) expect(distance(one, other)).toBeGreaterThan(9);
    const street = at([...few, { lat: 0.1, lng: 0.1004 }]);
    expect(counts(drawn(sceneOf(street), 16))).toEqual([4, 1]);
  });

  it('never merges a selected order', () => {
    const targets = drawn(sceneOf(at(Array.from({ length: 7 }, () => ({ lat: 0.1, lng: 0.1 }))), ['3']), 12);
    expect(counts(targets)).toEqual([6, 1]);
    expect(targets.at(-1)?.hit).toMatchObject({ kind: 'order', mark: { id: '3' } });
  });

  it('draws a ring of the radius around the open order, and around the selected ones while they are few', () => {
    const rings = (scene: MapScene, zoom: number): number[] => {
      const radii: number[] = [];
      const own: Record<string, unknown> = {
        arc: (_x: number, _y: number, radius: number) => radii.push(radius),
      };
      drawn(scene, zoom, new Proxy({}, { get: (_, name) => own[String(name)] ?? (() => undefined), set: () => true }));
      return radii.filter((radius) => radius > 20).map(Math.round);
    };
    // Meters per pixel at the equator.
    const scale = (zoom: number) => 156_543 / 2 ** zoom;
    const marks = at(Array.from({ length: 12 }, (_, index) => ({ lat: index / 10, lng: 0 })));
    const far = marks.map((each) => ({ ...each, radius: 1000 }));
    expect(rings(sceneOf(far), 12)).toEqual([]);
    expect(rings({ ...sceneOf(far), shownId: '3' }, 12)).toEqual([Math.round(1000 / scale(12))]);
    expect(rings(sceneOf(far, ['1', '2']), 12)).toHaveLength(2);
    expect(
      rings(
        sceneOf(
          far,
          far.slice(0, 11).map(({ id }) => id),
        ),
        12,
      ),
    ).toEqual([]);
    // A door is smaller than its mark until the map is close.
    expect(rings(sceneOf(marks, ['1']), 12)).toEqual([]);
    expect(rings(sceneOf(marks, ['1']), 18)).toEqual([Math.round(25 / scale(18))]);
    const stop = { mark: { ...mark('20', { lat: 2 }), radius: 1000 }, number: 1, isDone: false };
    expect(rings({ ...sceneOf([]), route: [stop], shownId: '20' }, 12)).toHaveLength(1);
  });

  it('numbers the stops of a route and never counts them in a cluster', () => {
    vi.stubGlobal('Path2D', Object);
    const texts: string[] = [];
    const dashes: number[][] = [];
    const own: Record<string, unknown> = {
      fillText: (text: string) => texts.push(text),
      setLineDash: (dash: number[]) => dashes.push(dash),
    };
    const context = new Proxy({}, { get: (_, name) => own[String(name)] ?? (() => undefined), set: () => true });
    const marks = Array.from({ length: 10 }, (_, index) => mark(String(index)));
    const done = mark('20', { state: 'entregada', lat: 1 });
    const project = (lat: number, lng: number) => ({ x: 100 + 60 * lat, y: 100 + lng });
    const scene: MapScene = {
      marks,
      selected: new Set(),
      route: [
        { mark: done, number: 1, isDone: true },
        { mark: mark('3', { lat: -1, approximate: true }), number: 2, isDone: false },
      ],
    };
    const targets = drawScene(
      {
        context: context as CanvasRenderingContext2D,
        width: 200,
        height: 200,
        colors: { state: {} } as MarkColors,
        project,
        zoom: 12,
        bounds: [-180, -85, 180, 85],
      },
      scene,
      groupMarks(scene, false),
    );
    expect(texts).toEqual(['9', '1', '2']);
    // The way, and the outline of the approximate stop.
    expect(dashes).toEqual([[], [1, 8], [3, 2]]);
    expect(targetAt(targets, 160, 100)?.hit).toMatchObject({ kind: 'order', mark: { id: '20' } });
  });
});
