import { Map as LeafletMap, map as createMap, Point } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CourierMark } from './map-scene.ts';
import { type MarksCanvas, addMarksCanvas } from './marks-canvas.ts';
import { type OrderMark } from './order-mark.ts';

const mark = (id: string): OrderMark => ({
  id,
  code: `D${id}`,
  state: 'pendiente',
  lat: -12.1,
  lng: -77,
  approximate: false,
  radius: 25,
  isMisplaced: false,
  late: false,
  text: id,
});

const courier = (id: string): CourierMark => ({
  id,
  name: id,
  initials: id,
  lat: -12.1,
  lng: -77,
  heading: null,
  age: 0,
  silence: undefined,
  text: id,
});

describe('addMarksCanvas', () => {
  let map: LeafletMap;
  let layer: MarksCanvas;
  /** How often each canvas was cleared, by its index: once per drawing. */
  let cleared: number[];

  beforeEach(() => {
    cleared = [];
    vi.stubGlobal('Path2D', Object);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
      const index = cleared.push(0) - 1;
      const clearRect = (): void => {
        cleared[index] = (cleared[index] ?? 0) + 1;
      };
      return new Proxy(
        { clearRect },
        {
          get: (own, name) => (name === 'clearRect' ? own.clearRect : () => ({ width: 0 })),
          set: () => true,
        },
      ) as never;
    });
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
      draw();
      return 0;
    });
    vi.spyOn(LeafletMap.prototype, 'getSize').mockReturnValue(new Point(800, 600));
    map = createMap(document.body.appendChild(document.createElement('div'))).setView([-12.1, -77], 12);
    layer = addMarksCanvas(map);
  });
  afterEach(() => {
    layer.remove();
    map.remove();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const spot = () => map.getPane('overlayPane')?.querySelectorAll('canvas')[1];

  it('highlights an order without drawing the others again', () => {
    layer.show({ marks: [mark('1'), mark('2')], selected: new Set(), route: [] });
    const [drawn] = cleared;
    for (const id of ['1', '2', null, '2']) layer.hover(id);
    expect(cleared).toEqual([drawn, 3, 1]);
    expect(spot()?.hidden).toBe(false);
  });

  it('moves a courier without drawing the orders again, and finds him above them', () => {
    layer.show({ marks: [mark('1')], selected: new Set(), route: [] });
    const [orders, , people = 0] = cleared;
    layer.showCouriers({ couriers: [courier('7')], chosenId: undefined });
    layer.showCouriers({ couriers: [courier('7'), courier('8')], chosenId: '8' });
    expect(cleared).toEqual([orders, 0, people + 2]);
    expect(layer.hitAt(map.latLngToContainerPoint([-12.1, -77]))).toMatchObject({ courier: { id: '8' } });
    layer.showCouriers({ couriers: [courier('7'), courier('8')], chosenId: undefined });
    expect(layer.hitAt(map.latLngToContainerPoint([-12.1, -77]))).toMatchObject({
      couriers: [{ id: '7' }, { id: '8' }],
    });
    layer.showCouriers({ couriers: [], chosenId: undefined });
    expect(layer.hitAt(map.latLngToContainerPoint([-12.1, -77]))).toMatchObject({ mark: { id: '1' } });
  });

  it('highlights nothing for an order that is not on the map, or has left it', () => {
    layer.show({ marks: [mark('1')], selected: new Set(), route: [] });
    layer.hover('9');
    expect(spot()?.hidden).toBe(true);
    layer.hover('1');
    expect(spot()?.hidden).toBe(false);
    layer.show({ marks: [], selected: new Set(), route: [] });
    expect(spot()?.hidden).toBe(true);
  });
});
