import { type PublicConfig } from '@despacho/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MapContainer } from 'react-leaflet';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configQuery } from '../../queries/config-query.ts';
import { Base, preloadBase } from './Base.tsx';

// Canvases need a browser: e2e/specs/map-streets.spec.ts looks at their pixels.
vi.mock('./Streets.tsx', () => ({
  Streets: ({ attribution }: { attribution: string }) => <p data-testid="streets">{attribution}</p>,
}));
afterEach(cleanup);

const streets: PublicConfig['streets'] = {
  minZoom: 6,
  maxZoom: 14,
  bounds: { west: -77.5, south: -12.6, east: -76.5, north: -11.6 },
};

const configOf = (config: Pick<PublicConfig, 'streets' | 'attribution'>, tiles: boolean): PublicConfig => ({
  provider: 'Despacho',
  version: '1.0.0',
  sections: { operations: true, directory: true, tiles, storage: false },
  ...config,
});

function show(config: Pick<PublicConfig, 'streets' | 'attribution'>, tiles: boolean) {
  const client = new QueryClient();
  client.setQueryData(configQuery.queryKey, configOf(config, tiles));
  return render(
    <QueryClientProvider client={client}>
      <MapContainer center={[-12, -77]} zoom={11}>
        <Base />
      </MapContainer>
    </QueryClientProvider>,
  );
}

describe('Base', () => {
  it('credits OpenStreetMap with its link unless another attribution is set', async () => {
    show({ streets, attribution: null }, true);
    const credit = (await screen.findByTestId('streets')).textContent;
    expect(credit).toContain('href="https://www.openstreetmap.org/copyright"');
    expect(credit).toContain('Protomaps');
  });

  it('shows a configured attribution as text', async () => {
    show({ streets, attribution: '<b>Municipalidad</b>' }, true);
    expect((await screen.findByTestId('streets')).textContent).toBe('&lt;b&gt;Municipalidad&lt;/b&gt;');
  });

  it('shows images without outlines, and outlines without tiles', async () => {
    const { container, unmount } = show({ streets: null, attribution: 'Imágenes' }, true);
    expect(container.querySelectorAll('img.leaflet-tile').length).toBeGreaterThan(0);
    expect(container.querySelector('.leaflet-base-pane')).toBeNull();
    unmount();
    const outlined = show({ streets: null, attribution: null }, false).container;
    await vi.waitFor(() => {
      expect(outlined.querySelector('.leaflet-base-pane')).not.toBeNull();
    });
    expect(screen.queryByTestId('streets')).toBeNull();
  });

  it('is complete in the first rendering if it was preloaded', async () => {
    const plain = { streets: null, attribution: null };
    const isComplete = (): boolean => show(plain, false).container.querySelector('.leaflet-base-pane') !== null;
    expect(isComplete()).toBe(false);
    preloadBase(configOf(plain, false));
    await vi.waitFor(() => {
      expect(isComplete()).toBe(true);
    });
  });
});
