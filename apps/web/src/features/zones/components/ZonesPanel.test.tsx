import { type Zone, zoneOperations } from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Map as LeafletMap, Point } from 'leaflet';
import { MapContainer } from 'react-leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { toGeoJson } from '../rules/geojson.ts';
import { useMapZones } from '../state/use-map-zones.ts';
import { DraftLayer } from './DraftLayer.tsx';
import { ZonesPanel } from './ZonesPanel.tsx';

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

/** The map's editor without its other layers. */
function Desk() {
  const zones = useMapZones('LIMA');
  return (
    <>
      <ZonesPanel zones={zones} />
      <MapContainer center={[-12.12, -77.03]} zoom={13}>
        {zones.draft && <DraftLayer draft={zones.draft} onChange={zones.setDraft} />}
      </MapContainer>
    </>
  );
}

let gateway: ReturnType<typeof fakeGateway>;
afterEach(() => {
  vi.restoreAllMocks();
});
beforeEach(() => {
  // A new point each time, which Leaflet changes.
  vi.spyOn(LeafletMap.prototype, 'getSize').mockImplementation(() => new Point(800, 600));
  gateway = fakeGateway();
  gateway.on(zoneOperations['zones.list'], () => [SUR]);
  gateway.on(zoneOperations['zones.removed'], () => []);
});

async function open(charge = 'S') {
  markIn(aView({ charge }));
  const shown = renderInApp(<Desk />);
  await screen.findByRole('button', { name: 'Sur' });
  return shown.user;
}

const press = (name: string) => screen.getByRole('button', { name });
const place = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Latitud y longitud/ });
const bodies = (id: 'zones.create' | 'zones.edit' | 'zones.remove') =>
  gateway.sent.filter(({ method, path }) => {
    const { method: expected, path: pattern } = zoneOperations[id];
    return method === expected && path === pattern.replace(':id', '7');
  });

it('draws a zone by keyboard alone, and undoes it', async () => {
  gateway.on(zoneOperations['zones.create'], ({ body }) => ({ ...(body as object), id: '7', version: 1 }));
  gateway.on(zoneOperations['zones.remove'], () => ({ ...SUR, version: 2 }));
  const user = await open();
  await user.click(press('Dibujar zona'));
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Norte');
  await user.click(screen.getByRole('radio', { name: 'Verde' }));
  for (const corner of ['-12, -77', '-12, -76.9', '-11.9, -76.9000049']) {
    await user.clear(place());
    await user.type(place(), corner);
    await user.click(press('Agregar esquina'));
  }
  await user.click(press('Guardar zona'));
  expect(await screen.findByText('Zona «Norte» guardada')).toBeTruthy();
  const corners = [
    [-12, -77],
    [-12, -76.9],
    [-11.9, -76.9],
  ];
  expect(bodies('zones.create')[0]?.body).toEqual({ name: 'Norte', color: 'verde', corners });
  await user.click(press('Deshacer'));
  await waitFor(() => expect(bodies('zones.remove')[0]?.body).toEqual({ version: 1 }));
});

it('says where a border crosses itself, and saves only what changed once it does not', async () => {
  gateway.on(zoneOperations['zones.edit'], () => ({ ...SUR, version: 3 }));
  const user = await open();
  await user.click(press('Editar Sur'));
  const move = async (to: string) => {
    await user.clear(place());
    await user.type(place(), to);
    await user.click(press('Mover la esquina'));
  };
  await move('-12.12, -77.0');
  expect(screen.getByRole('alert').textContent).toMatch(/^El borde se cruza/);
  await user.click(press('Guardar zona'));
  expect(bodies('zones.edit')).toEqual([]);
  await move('-12.15, -77.04');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(press('Guardar zona'));
  await screen.findByText('Zona «Sur» guardada');
  expect(bodies('zones.edit')[0]?.body).toEqual({
    version: 2,
    changes: { corners: [[-12.15, -77.04], ...SUR.corners.slice(1)] },
  });
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() =>
    expect(bodies('zones.edit')[1]?.body).toEqual({
      version: 3,
      changes: { name: 'Sur', color: 'azul', corners: SUR.corners },
    }),
  );
});

it('moves and removes a corner on the map with the keyboard', async () => {
  const user = await open();
  await user.click(press('Editar Sur'));
  fireEvent.keyDown(press('Esquina 2 de 4'), { key: 'ArrowRight' });
  expect(screen.getByText('2 de 4')).toBeTruthy();
  const [, lng = 0] = place().value.split(', ').map(Number);
  expect(lng).toBeGreaterThan(-77.02);
  fireEvent.keyDown(press('Esquina 2 de 4'), { key: 'Delete' });
  expect(screen.getByText('1 de 3')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Esquina 4 de 3' })).toBeNull();
});

it('moves a corner to the place on the map that is pressed next', async () => {
  const user = await open();
  await user.click(press('Editar Sur'));
  const before = place().value;
  await user.click(press('Mover en el mapa'));
  expect(press('Mover en el mapa').getAttribute('aria-pressed')).toBe('true');
  const map = document.querySelector('.leaflet-container') ?? document.body;
  fireEvent.pointerDown(map, { clientX: 7, clientY: 9 });
  fireEvent.click(map, { clientX: 7, clientY: 9 });
  expect(place().value).not.toBe(before);
  expect(press('Mover en el mapa').getAttribute('aria-pressed')).toBe('false');
  const after = place().value;
  fireEvent.click(map, { clientX: 7, clientY: 9 });
  expect(place().value).toBe(after);
});

it('names who changed the zone in the meantime', async () => {
  const detail = 'La zona «Sur» cambió entretanto; vuelva a abrirla';
  gateway.on(zoneOperations['zones.edit'], () => problem('conflict', { detail }));
  const user = await open();
  await user.click(press('Editar Sur'));
  await user.click(screen.getByRole('radio', { name: 'Rojo' }));
  await user.click(press('Guardar zona'));
  expect((await screen.findByRole('alert')).textContent).toContain(detail);
});

it('loads an earlier shape into the editor', async () => {
  const by = { username: 'eva', user: 'Eva Soto' };
  const { id: _, ...form } = SUR;
  gateway.on(zoneOperations['zones.history'], () => [
    { ...form, what: 'editada', at: '2026-11-20T15:00:00.000Z', by },
    { ...form, version: 1, name: 'Sur viejo', what: 'creada', at: '2026-11-19T15:00:00.000Z', by },
  ]);
  const user = await open();
  await user.click(press('Editar Sur'));
  await user.click(screen.getByText('Historia'));
  const list = await screen.findByRole('list', { name: 'Historia de la zona' });
  await within(list).findByText('nombre: Sur viejo → Sur');
  await user.click(press('Usar esta'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nombre' }).value).toBe('Sur viejo');
});

it('swaps latitude and longitude, and simplifies shapes, by one click each', async () => {
  const square = [
    [-77, -12],
    [-76.9, -12],
    [-76.9, -12.1],
    [-77, -12.1],
    [-77, -12],
  ];
  const hole = square.map(([lng = 0, lat = 0]) => [(lng - 76.95) / 2, (lat - 12.05) / 2]);
  const zone = (name: string, ...coordinates: number[][][]) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates },
  });
  const features = [
    zone(
      'Girada',
      square.map((corner) => corner.toReversed()),
    ),
    zone('Hueco', square, hole),
  ];
  const file = new File([JSON.stringify({ type: 'FeatureCollection', features })], 'zonas.geojson');
  const user = await open();
  await user.upload(screen.getByLabelText('Archivo de zonas'), file);
  expect(screen.queryByRole('button', { name: /^Importar / })).toBeNull();
  await user.click(press('Intercambiarlas'));
  expect(press('Importar 1 zona')).toBeTruthy();
  await user.click(press('Simplificar'));
  expect(press('Importar 2 zonas')).toBeTruthy();
  expect(screen.getByText('«Hueco»: su hueco queda dentro de la zona')).toBeTruthy();
  await user.click(press('No intercambiarlas'));
  expect(press('Importar 1 zona')).toBeTruthy();
});

it('shows the content of a file before it is imported as a whole', async () => {
  gateway.on(zoneOperations['zones.import'], () => problem('conflict', { detail: 'La zona «Sur» cambió entretanto' }));
  const user = await open();
  const text = toGeoJson([SUR, { ...SUR, name: 'Este' }, { ...SUR, name: 'Línea', corners: SUR.corners.slice(0, 2) }]);
  await user.upload(screen.getByLabelText('Archivo de zonas'), new File([text], 'zonas.geojson'));
  const file = await screen.findByRole('region', { name: 'Zonas del archivo' });
  expect(file.textContent).toContain('El archivo tiene 2 zonas (Sur, Este); 1 cambia la que ya se llama así.');
  expect(within(file).getByRole('listitem').textContent).toContain('«Línea»: Una zona necesita al menos tres esquinas');
  await user.click(press('Importar 2 zonas'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No se importó ninguna. La zona «Sur» cambió entretanto.',
  );
  gateway.on(zoneOperations['zones.import'], () => ({ created: 1, edited: 1 }));
  await user.click(press('Importar 2 zonas'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Zonas del archivo' })).toBeNull());
  const { name, color, corners } = SUR;
  expect(gateway.sentTo(zoneOperations['zones.import']).map(({ body }) => body)).toEqual(
    Array(2).fill({
      zones: [
        { name, color, corners, replaces: { id: '7', version: 2 } },
        { name: 'Este', color, corners, replaces: null },
      ],
    }),
  );
});

it('lists and exports zones without charge S, and changes none', async () => {
  await open('D');
  expect(press('Exportar')).toBeTruthy();
  for (const name of ['Dibujar zona', 'Editar Sur', 'Importar'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
