import { type Map as LeafletMap, map as createMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MarksCanvas, addMarksCanvas } from './marks-canvas.ts';
import { type OrderMark } from './order-mark.ts';

const mark = (id: string): OrderMark => ({
  id,
  code: `D${id}`,
  state: 'pendiente',
  lat: -12.1,
  lng: -77,
  approximate: false,
  isMisplaced: false,
  late: false,
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
          get: (own, name) => (name === 'clearRect' ? own.clearRect : () => undefined),
          set: () => true,
        },
      ) as never;
    });
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
      draw();
      return 0;
    });
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
    layer.show({ marks: [mark('1'), mark('2')], couriers: [], selected: new Set(), route: [] });
    const [drawn] = cleared;
    for (const id of ['1', '2', null, '2']) layer.hover(id);
    expect(cleared).toEqual([drawn, 3]);
    expect(spot()?.hidden).toBe(false);
  });

  it('highlights nothing for an order that is not on the map, or has left it', () => {
    layer.show({ marks: [mark('1')], couriers: [], selected: new Set(), route: [] });
    layer.hover('9');
    expect(spot()?.hidden).toBe(true);
    layer.hover('1');
    expect(spot()?.hidden).toBe(false);
    layer.show({ marks: [], couriers: [], selected: new Set(), route: [] });
    expect(spot()?.hidden).toBe(true);
  });
});
