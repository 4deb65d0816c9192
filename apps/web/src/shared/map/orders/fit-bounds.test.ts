import { type Map } from 'leaflet';
import { expect, it, vi } from 'vitest';
import { fitTo } from './fit-bounds.ts';

// Leaflet itself needs a document.
vi.mock('leaflet', () => ({ latLngBounds: (places: unknown) => places }));

const PLACES = [
  { lat: -12.1, lng: -77.1 },
  { lat: -12, lng: -77 },
];

it.each([
  [
    [800, 600],
    [56, 112],
  ],
  // So small a map has no legend.
  [
    [800, 400],
    [56, 36],
  ],
  [
    [400, 600],
    [56, 36],
  ],
])('leaves room for the legend and a panel in a map of %j', ([x = 0, y = 0], padding) => {
  const fitBounds = vi.fn();
  fitTo({ getSize: () => ({ x, y }), fitBounds } as unknown as Map, PLACES, 20);
  expect(fitBounds.mock.calls[0]?.[1]).toMatchObject({ paddingTopLeft: [36, 36], paddingBottomRight: padding });
});
