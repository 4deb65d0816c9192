import 'fake-indexeddb/auto';
import { type FieldSession } from '@despacho/contracts/dispatch';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aDay, aStop } from '#test/a-stop.ts';
import { EMPTY_ROUTE, setSnapshot } from '../offline/store.ts';
import { openScreen } from '../state/hash-route.ts';
import { acceptNotice } from '../state/settings.ts';
import { Day } from './Day.tsx';

const session: FieldSession = {
  courierId: '7',
  courier: 'Hugo Paredes',
  office: 'Lima',
  timeZone: 'America/Lima',
  device: 'Chrome en Android',
  connectedAt: '2026-11-20T12:00:00.000Z',
  endsAt: '2026-12-20T12:00:00.000Z',
  now: '2026-11-20T15:00:00.000Z',
};

const { place } = aStop();
const STOPS = [
  aStop({ id: '1', code: 'D-101', recipient: { name: 'José Peña', phone: null } }),
  aStop({ id: '2', code: 'D-102', place: { ...place, address: 'Jr. Cusco 418' } }),
  aStop({ id: '3', code: 'D-203', state: 'entregada', place: { ...place, address: 'Calle Lima 7' } }),
];

/** The camera of the test: what it sees, and whether it is on. */
const camera = { looks: 0, sees: '', isBroken: false, hasTorch: false, tracks: [] as { isOn: boolean }[] };
const isOn = (): boolean => camera.tracks.some((track) => track.isOn);

class FakeDetector {
  static getSupportedFormats = vi.fn(() => Promise.resolve(['qr_code', 'aztec', 'code_128']));
  static formats: readonly string[] = [];

  constructor({ formats }: { formats: readonly string[] }) {
    FakeDetector.formats = formats;
  }

  detect = () => {
    camera.looks++;
    if (camera.isBroken) return Promise.reject(new DOMException('no service', 'NotSupportedError'));
    return Promise.resolve(camera.sees === '' ? [] : [{ rawValue: camera.sees }]);
  };
}

/** Replaces our own reader, which needs a canvas. */
vi.mock(import('../scan/label-reader.ts'), () => ({
  createLabelReader: () => () => (camera.sees === '' ? undefined : `${camera.sees}-propio`),
  readLabel: () => undefined,
}));

const getUserMedia = vi.fn<() => Promise<unknown>>();
const applyConstraints = vi.fn(() => Promise.resolve());
const vibrate = vi.fn();

function show(stops = STOPS): void {
  const day = aDay(stops);
  setSnapshot({
    route: { ...EMPTY_ROUTE, route: day, stops, online: true },
    queue: { items: [], minutes: 0, others: 0 },
  });
  render(<Day session={session} />);
}

function see(visibility: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

const search = (): HTMLElement => screen.getByRole('searchbox');
const write = (value: string): void => {
  fireEvent.change(search(), { target: { value } });
};
const addresses = () =>
  within(screen.getByRole('list', { name: 'Paradas encontradas' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const openScanner = async (name = 'Escanear una etiqueta'): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByLabelText('Imagen de la cámara');
};
/** Types a code into the scanner. */
const type = (code: string): void => {
  const field = screen.getByPlaceholderText('Código o su final');
  fireEvent.change(field, { target: { value: code } });
  fireEvent.submit(field);
};

beforeEach(() => {
  globalThis.scrollTo = () => undefined;
  history.replaceState(null, '', '/r/');
  acceptNotice(session);
  Object.assign(camera, { sees: '', isBroken: false, hasTorch: false, tracks: [] });
  vibrate.mockReset();
  getUserMedia.mockReset().mockImplementation(() => {
    const track = {
      isOn: true,
      stop: () => {
        track.isOn = false;
      },
    };
    camera.tracks.push(track);
    const light = {
      getCapabilities: () => (camera.hasTorch ? { torch: true } : {}),
      applyConstraints,
    };
    return Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [light] });
  });
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(navigator, 'vibrate');
  Reflect.deleteProperty(document, 'visibilityState');
});

it('filters the stops by code, name and address, with their codes', () => {
  show();
  write('jose');
  expect(addresses()).toEqual([expect.stringMatching(/Av\. Larco 345.*D-101/)]);
  expect(screen.getByText('1 parada')).toBeDefined();
  write('calle lima');
  expect(addresses()).toEqual([expect.stringContaining('D-203')]);
  write('xyz');
  expect(addresses()).toEqual([]);
  expect(screen.getByText('Ninguna parada de hoy coincide con «xyz»')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Borrar la búsqueda' }));
  expect(screen.getByRole('list', { name: 'Paradas de hoy' })).toBeDefined();
  expect(document.activeElement).toBe(search());
});

it('opens the only stop found with Enter, and none of several', async () => {
  show();
  write('d-10');
  fireEvent.submit(search());
  expect(screen.getByRole('heading', { name: 'Mi ruta' })).toBeDefined();
  write('cusco');
  fireEvent.submit(search());
  expect(await screen.findByRole('heading', { level: 1, name: /^Parada 2/ })).toBeDefined();
});

it('only searches if the page has no camera', () => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  show();
  expect(screen.getByRole('searchbox', { name: 'Buscar' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Escanear una etiqueta' })).toBeNull();
});

it.each([
  ['lacks a detector', () => vi.stubGlobal('BarcodeDetector', undefined)],
  ['reads no bar code', () => FakeDetector.getSupportedFormats.mockResolvedValueOnce(['qr_code'])],
  ['has a detector without the service that reads', () => Object.assign(camera, { isBroken: true })],
])('reads with its own code where the browser %s', async (_, change) => {
  change();
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  show();
  await openScanner();
  camera.sees = 'D-999';
  expect(await screen.findByText('Este paquete no es de su ruta: D-999-propio')).toBeDefined();
});

it('opens the stop of a scanned label and turns the camera off', async () => {
  show();
  await openScanner();
  await waitFor(() => {
    expect(isOn()).toBe(true);
  });
  expect(FakeDetector.formats).toEqual(['qr_code', 'code_128']);
  camera.sees = 'd-102';
  expect(await screen.findByRole('heading', { level: 1, name: /^Parada 2/ })).toBeDefined();
  await waitFor(() => {
    expect(isOn()).toBe(false);
  });
});

it('shows the code of a label that is not in the route, vibrates once, and continues', async () => {
  Object.assign(navigator, { vibrate });
  show();
  await openScanner();
  camera.sees = 'D-999';
  expect(await screen.findByText('Este paquete no es de su ruta: D-999')).toBeDefined();
  // Once, although the label stays in the picture.
  const { looks } = camera;
  await waitFor(() => {
    expect(camera.looks).toBeGreaterThan(looks + 2);
  });
  expect(vibrate).toHaveBeenCalledOnce();
  camera.sees = 'D-101';
  expect(await screen.findByRole('heading', { level: 1, name: /^Parada 1/ })).toBeDefined();
});

it('turns the camera off while the page is hidden, and when the scanner closes', async () => {
  show();
  await openScanner();
  await waitFor(() => {
    expect(isOn()).toBe(true);
  });
  see('hidden');
  expect(isOn()).toBe(false);
  see('visible');
  await waitFor(() => {
    expect(isOn()).toBe(true);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => {
    expect(isOn()).toBe(false);
  });
});

it('turns off a camera that opens after the scanner was closed', async () => {
  let open: (stream: unknown) => void = () => undefined;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  getUserMedia.mockReturnValueOnce(opened);
  show();
  await openScanner();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  const stop = vi.fn();
  open({ getTracks: () => [{ stop }] });
  await waitFor(() => {
    expect(stop).toHaveBeenCalledOnce();
  });
});

it.each([
  ['NotAllowedError', /^La cámara está bloqueada/],
  ['NotReadableError', /^Este teléfono no pudo abrir la cámara/],
])('says what to do after %s', async (name, text) => {
  getUserMedia.mockRejectedValue(new DOMException('no', name));
  show();
  await openScanner();
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  // The code can be typed instead; its end is enough.
  type('102');
  expect(await screen.findByRole('heading', { level: 1, name: /^Parada 2/ })).toBeDefined();
});

it('forgets that the camera was blocked once it opens', async () => {
  getUserMedia.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  show();
  await openScanner();
  expect(await screen.findByRole('alert')).toBeDefined();
  // The courier allows it in the browser's settings and returns.
  see('hidden');
  see('visible');
  await waitFor(() => {
    expect(screen.queryByRole('alert')).toBeNull();
  });
  expect(isOn()).toBe(true);
});

it('turns the camera’s light on where it has one', async () => {
  camera.hasTorch = true;
  show();
  await openScanner();
  fireEvent.click(await screen.findByRole('button', { name: 'Linterna', pressed: false }));
  expect(await screen.findByRole('button', { name: 'Linterna', pressed: true })).toBeDefined();
  expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
});

it('confirms the parcel of a stop, and names the stop of another parcel', async () => {
  show();
  act(() => openScreen({ name: 'stop', id: '1' }));
  await openScanner('Comprobar el paquete');
  camera.sees = 'D-102';
  expect(
    await screen.findByText('Este paquete no es de esta parada: D-102 es de la parada 2, Jr. Cusco 418'),
  ).toBeDefined();
  camera.sees = 'D-101';
  expect(await screen.findByText('Es de esta parada: D-101')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Comprobar el paquete' })).toBeNull();
  await waitFor(() => {
    expect(isOn()).toBe(false);
  });
});

it('asks for the parcels of one door one by one, typed if there is no camera', async () => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  const same = STOPS.map((stop) => ({ ...stop, recipient: { name: 'Ana Paz', phone: null }, place }));
  show(same);
  act(() => openScreen({ name: 'stop', id: '1' }));
  await openScanner('Comprobar los paquetes');
  expect(screen.getByRole('alert').textContent).toMatch(/^Este teléfono no pudo abrir la cámara/);
  type('101');
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(await screen.findByText('Es de esta parada: D-101; falta D-102')).toBeDefined();
  await openScanner('Comprobar los paquetes');
  type('102');
  expect(await screen.findByText('Es de esta parada: D-101, D-102')).toBeDefined();
});

it('ticks loaded parcels by camera, hardware scanner and typed digits, and explains refusals', async () => {
  show(STOPS.map((stop) => (stop.id === '3' ? stop : { ...stop, state: 'asignada' as const })));
  act(() => openScreen({ name: 'load' }));
  await openScanner('Escanear con la cámara');
  camera.sees = 'D-101';
  expect(await screen.findByRole('dialog', { name: 'Carga: falta 1' })).toBeDefined();
  camera.sees = '<a href="https://x.pe">D 999</a>';
  const dialog = await screen.findByRole('dialog', { name: 'Carga: falta 1, sobra 1' });
  expect(within(dialog).getByText(/^Este paquete no es de su ruta, déjelo en la oficina: <a href=/)).toBeDefined();
  expect(within(dialog).queryByRole('link')).toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  for (const key of ['D', '-', '1', '0', '1', 'Enter']) fireEvent.keyDown(document.body, { key });
  expect(await screen.findByText('D-101 ya estaba marcada')).toBeDefined();
  const field = screen.getByPlaceholderText('Escanee o escriba el código');
  fireEvent.change(field, { target: { value: '203' } });
  fireEvent.submit(field);
  expect(await screen.findByText('D-203 ya está «Entregada»')).toBeDefined();
  fireEvent.change(field, { target: { value: '102' } });
  fireEvent.submit(field);
  expect(await screen.findByText('Cargada: D-102')).toBeDefined();
});
