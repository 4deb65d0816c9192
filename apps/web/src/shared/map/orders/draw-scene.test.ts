import { afterEach, describe, expect, it, vi } from 'vitest';
import { densityAt } from './clusters.ts';
import { drawScene, groupMarks, type Target, targetAt } from './draw-scene.ts';
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
    isMisplaced: false,
    late: false,
    text: id,
    ...changes,
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
        { mark: mark('3', { lat: -1 }), number: 2, isDone: false },
      ],
    };
    const targets = drawScene(
      {
        context: context as CanvasRenderingContext2D,
        width: 200,
        height: 200,
        colors: { state: {} } as MarkColors,
        project,
        origin: { x: 0, y: 0 },
      },
      scene,
      groupMarks(scene, project, densityAt(12)),
    );
    expect(texts).toEqual(['9', '1', '2']);
    expect(dashes).toEqual([[], [1, 8]]);
    expect(targetAt(targets, 160, 100)?.hit).toMatchObject({ kind: 'order', mark: { id: '20' } });
  });
});
