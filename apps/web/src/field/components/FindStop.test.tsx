import 'fake-indexeddb/auto';
import { type FieldSession } from '@despacho/contracts/dispatch';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aDay, aStop } from '#test/a-stop.ts';
import { EMPTY_ROUTE, setSnapshot } from '../offline/store.ts';
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
const camera = { sees: '', tracks: [] as { isOn: boolean }[] };
const isOn = (): boolean => camera.tracks.some((track) => track.isOn);

class FakeDetector {
  static getSupportedFormats = vi.fn(() => Promise.resolve(['qr_code', 'aztec']));
  static formats: readonly string[] = [];

  constructor({ formats }: { formats: readonly string[] }) {
    FakeDetector.formats = formats;
  }

  detect = () => Promise.resolve(camera.sees === '' ? [] : [{ rawValue: camera.sees }]);
}

const getUserMedia = vi.fn<() => Promise<unknown>>();

function show(): void {
  const day = aDay(STOPS);
  setSnapshot({
    route: { ...EMPTY_ROUTE, route: day, stops: STOPS, online: true },
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
const openScanner = async (): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Escanear una etiqueta' }));
  await screen.findByLabelText('Imagen de la cámara');
};

beforeEach(() => {
  globalThis.scrollTo = () => undefined;
  history.replaceState(null, '', '/r/');
  acceptNotice(session);
  Object.assign(camera, { sees: '', tracks: [] });
  getUserMedia.mockReset().mockImplementation(() => {
    const track = {
      isOn: true,
      stop: () => {
        track.isOn = false;
      },
    };
    camera.tracks.push(track);
    return Promise.resolve({ getTracks: () => [track] });
  });
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
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

it.each([
  ['the browser has no detector', () => vi.stubGlobal('BarcodeDetector', undefined)],
  ['the detector reads no label', () => FakeDetector.getSupportedFormats.mockResolvedValueOnce(['ean_13'])],
  ['the page has no camera', () => Reflect.deleteProperty(navigator, 'mediaDevices')],
])('only searches if %s', async (_, change) => {
  change();
  show();
  // The answer of the detector has arrived.
  await act(() => Promise.resolve());
  expect(screen.getByRole('searchbox', { name: 'Buscar' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Escanear una etiqueta' })).toBeNull();
});

it('opens the stop of a scanned label and turns the camera off', async () => {
  show();
  await openScanner();
  await waitFor(() => {
    expect(isOn()).toBe(true);
  });
  expect(FakeDetector.formats).toEqual(['qr_code']);
  camera.sees = 'd-102';
  expect(await screen.findByRole('heading', { level: 1, name: /^Parada 2/ })).toBeDefined();
  await waitFor(() => {
    expect(isOn()).toBe(false);
  });
});

it('shows the code of a label that is not in the route, and reads on', async () => {
  show();
  await openScanner();
  camera.sees = 'D-999';
  expect((await screen.findByText('D-999')).parentElement?.textContent).toBe('No está en su ruta de hoy: D-999');
  camera.sees = 'D-101';
  expect(await screen.findByRole('heading', { level: 1, name: /^Parada 1/ })).toBeDefined();
});

it('turns the camera off while the page is hidden, and when typing instead', async () => {
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
  fireEvent.click(screen.getByRole('button', { name: 'Escribir el código' }));
  await waitFor(() => {
    expect(isOn()).toBe(false);
  });
  expect(document.activeElement).toBe(search());
});

it('turns off a camera that opens after the scanner was closed', async () => {
  let open: (stream: unknown) => void = () => undefined;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  getUserMedia.mockReturnValueOnce(opened);
  show();
  await openScanner();
  fireEvent.click(screen.getByRole('button', { name: 'Escribir el código' }));
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
});

it('forgets that the camera was blocked once it opens', async () => {
  getUserMedia.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  show();
  await openScanner();
  expect(await screen.findByRole('alert')).toBeDefined();
  // The courier permits it in the browser's settings and comes back.
  see('hidden');
  see('visible');
  await waitFor(() => {
    expect(screen.queryByRole('alert')).toBeNull();
  });
  expect(isOn()).toBe(true);
});
