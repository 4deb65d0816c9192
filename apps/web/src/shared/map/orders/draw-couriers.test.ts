import { expect, it } from 'vitest';
import { drawCouriers, groupCouriers } from './draw-couriers.ts';
import { type CourierMark } from './map-scene.ts';
import { type MarkColors } from './mark-colors.ts';

const courier = (id: string, y: number, silence?: string): CourierMark => ({
  id,
  name: id,
  initials: id,
  lat: 0,
  // A pixel is a degree.
  lng: y,
  heading: null,
  age: 0,
  silence,
  text: id,
});

it('moves a courier off the label of a silent one', () => {
  const labels: number[] = [];
  const own: Record<string, unknown> = {
    measureText: () => ({ width: 40 }),
    fillText: (text: string, _x: number, y: number) => text === '14 min' && labels.push(y),
  };
  const context = new Proxy({}, { get: (_, name) => own[String(name)] ?? (() => undefined), set: () => true });
  const targets = drawCouriers(
    {
      context: context as CanvasRenderingContext2D,
      width: 400,
      height: 400,
      colors: {} as MarkColors,
      project: (_lat, lng) => ({ x: 100, y: 100 + lng }),
      zoom: 18,
      bounds: [-180, -85, 180, 85],
    },
    { index: groupCouriers([courier('AB', 26), courier('CD', 0, '14 min')]), chosen: undefined },
    [],
  );
  const [silent, other] = targets;
  expect(silent).toMatchObject({ y: 100, hit: { courier: { id: 'CD' } } });
  expect(labels).toEqual([124.5]);
  // Half of the label's height, and the courier's radius.
  expect((other?.y ?? 0) - (labels[0] ?? 0)).toBeGreaterThan(8 + 13);
});
