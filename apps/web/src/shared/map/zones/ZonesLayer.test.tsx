import { type Zone } from '@despacho/contracts/dispatch';
import { render, screen } from '@testing-library/react';
import { Map as LeafletMap, Point } from 'leaflet';
import { useEffect } from 'react';
import { MapContainer, useMap } from 'react-leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ZonesLayer } from './ZonesLayer.tsx';

const SUR: Zone = {
  id: '7',
  version: 2,
  name: 'Sur',
  color: 'azul',
  corners: [
    [-12.13, -77.04],
    [-12.13, -77.02],
    [-12.11, -77.02],
    [-12.11, -77.04],
  ],
};

beforeEach(() => {
  vi.spyOn(LeafletMap.prototype, 'getSize').mockImplementation(() => new Point(800, 600));
});
afterEach(() => {
  vi.restoreAllMocks();
});

function View({ zoom }: { zoom: number }) {
  const map = useMap();
  useEffect(() => {
    map.setView([-12.12, -77.03], zoom, { animate: false });
  }, [map, zoom]);
  return null;
}

/** As on the map's screen: what fits the map is rendered together with the zones. */
const mapAt = (zoom: number) => (
  <MapContainer center={[-12.1, -77]} zoom={13}>
    <View zoom={zoom} />
    <ZonesLayer zones={[SUR]} />
  </MapContainer>
);

const place = (): string[] => {
  const { left, top } = screen.getByText('Sur').style;
  return [left, top];
};

it('keeps a zone’s name on the zone when the map is fitted in the same render', () => {
  const { rerender } = render(mapAt(13));
  rerender(mapAt(15));
  // The middle of the zone is the middle of the view.
  expect(place()).toEqual(['400px', '300px']);
});
