import 'fake-indexeddb/auto';
import {
  addDays,
  DAY_TURNS_AT,
  type FieldReview,
  type FieldRoute,
  type FieldSession,
  officeDay,
} from '@despacho/contracts/dispatch';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as geolocation from '#shared/browser/geolocation.ts';
import { aDay, aFieldReview, anOwnVisit, aQueueItem, aStop } from '#test/a-stop.ts';
import { FieldFailure } from '../field-calls.ts';
import * as records from '../offline/records.ts';
import * as route from '../offline/route.ts';
import * as sending from '../offline/sending.ts';
import { EMPTY_ROUTE, setSnapshot } from '../offline/store.ts';
import { PhoneFull, type QueueItem, type Stop } from '../offline/types.ts';
import * as positions from '../positions/use-positions.ts';
import { clearDrafts } from '../state/drafts.ts';
import { acceptNotice } from '../state/settings.ts';
import { Day } from './Day.tsx';

vi.mock(import('#shared/pictures/shrink-photo.ts'), async (original) => ({
  ...(await original()),
  shrinkPhoto: (file: Blob) => Promise.resolve(file),
}));
vi.mock(import('../offline/photo.ts'), () => ({
  markOfPhoto: (_: unknown, { size }: Blob) => Promise.resolve(size === DARK.length ? 'oscura' : null),
}));

/** Contents of a file that counts as a dark photo. */
const { DARK } = vi.hoisted(() => ({ DARK: 'oscura' }));

const RECORDS = ['startRoute', 'endDay', 'readNote', 'closeVisits', 'correctVisit'] as const;

const session = {
  courierId: '7',
  courier: 'Hugo Paredes',
  office: 'Lima',
  timeZone: 'America/Lima',
  device: 'Chrome en Android',
  connectedAt: '2026-11-20T12:00:00.000Z',
  endsAt: '2026-12-20T12:00:00.000Z',
  now: '2026-11-20T15:00:00.000Z',
} as FieldSession & { courierId: string; now: string };

const LATER = new Date(Date.now() + 3_600_000).toISOString();
const EARLIER = new Date(Date.now() - 3_600_000).toISOString();

function show(
  stops: Stop[],
  {
    route = {},
    items = [] as QueueItem[],
    minutes = 0,
    clockOffsetMs = 0,
    online = true,
  }: {
    route?: Partial<FieldRoute>;
    items?: QueueItem[];
    minutes?: number;
    clockOffsetMs?: number;
    online?: boolean;
  } = {},
): void {
  const day = aDay(stops, route);
  setSnapshot({
    route: { ...EMPTY_ROUTE, route: day, stops, clockOffsetMs, online },
    queue: { items, minutes, others: 0 },
  });
}

const update = (...given: Parameters<typeof show>): void => {
  act(() => {
    show(...given);
  });
};

const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

const open = async (address: RegExp): Promise<void> => {
  fireEvent.click(screen.getByRole('link', { name: address }));
  await screen.findByRole('heading', { level: 1, name: /^Parada/ });
};

const takePhoto = async (label = 'Foto: Entrega'): Promise<void> => {
  const file = new File(['x'], 'foto.jpg', { type: 'image/jpeg' });
  fireEvent.change(await screen.findByLabelText(label), { target: { files: [file] } });
  await screen.findByRole('button', { name: /^Ver foto/ });
};

beforeEach(async () => {
  localStorage.clear();
  globalThis.scrollTo = () => undefined;
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  // Going back is a separate task, which would change the screen of the next test.
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  history.replaceState(null, '', '/r/');
  await clearDrafts();
  for (const name of RECORDS) vi.spyOn(records, name).mockResolvedValue();
  vi.spyOn(route, 'refreshRoute').mockResolvedValue();
  vi.spyOn(sending, 'sendNow').mockResolvedValue();
  acceptNotice(session);
});

it('shows the notice before anything else, once per connection', async () => {
  show([aStop()]);
  const { rerender } = render(<Day session={{ ...session, connectedAt: LATER }} />);
  expect(screen.queryByText('Av. Larco 345')).toBeNull();
  expect(await screen.findByText(/Ley 29733/)).toBeDefined();
  press('Entendido, continuar');
  expect(await screen.findByText('Av. Larco 345')).toBeDefined();
  rerender(<Day session={{ ...session, connectedAt: EARLIER }} />);
  expect(screen.queryByText('Av. Larco 345')).toBeNull();
});

it('lists overdue stops first and closed ones apart', () => {
  show([
    aStop({ id: '1', dueAt: LATER, place: { ...aStop().place, address: 'Primera' } }),
    aStop({ id: '2', dueAt: EARLIER, place: { ...aStop().place, address: 'Segunda' } }),
    aStop({ id: '3', state: 'entregada', place: { ...aStop().place, address: 'Tercera' } }),
  ]);
  render(<Day session={session} />);
  const stops = within(screen.getByRole('list', { name: 'Paradas de hoy' })).getAllByRole('listitem');
  expect(stops.map((stop) => stop.textContent)).toEqual([
    expect.stringMatching(/Parada 2, .*Segunda.*Atrasada/),
    expect.stringMatching(/Parada 1, .*Primera/),
  ]);
  expect(screen.getByText('1 de 3')).toBeDefined();
  expect(screen.getByText('Visitadas (1)')).toBeDefined();
});

it('shows the date of a stop of another day', () => {
  show(
    [
      aStop({ id: '1', date: '2026-11-19', place: { ...aStop().place, address: 'De ayer' } }),
      aStop({ id: '2', date: '2026-11-20', place: { ...aStop().place, address: 'De hoy' } }),
    ],
    { route: { day: '2026-11-20' } },
  );
  render(<Day session={session} />);
  const [left, own] = screen.getAllByRole('link', { name: /Parada \d/ }).map(({ textContent }) => textContent);
  expect(left).toMatch(/Parada 1, .*De ayer.*19 nov/);
  expect(own).toMatch(/Parada 2, .*De hoy/);
  expect(own).not.toContain('20 nov');
});

it('marks no stop as overdue because the clock of the phone is wrong', () => {
  const threeHours = 3 * 3_600_000;
  show([aStop({ dueAt: EARLIER })], { clockOffsetMs: -threeHours });
  render(<Day session={session} />);
  expect(screen.queryByText(/Atrasada/)).toBeNull();
  update([aStop({ dueAt: LATER })], { clockOffsetMs: threeHours });
  expect(screen.getByText(/Atrasada/)).toBeDefined();
});

it('removes the message about a note once it is read', () => {
  const note = { id: 'n1', text: 'Llame antes', at: EARLIER, readAt: null };
  const message = () => screen.queryByRole('region', { name: 'Cambios de la oficina' });
  show([aStop()]);
  render(<Day session={session} />);
  update([aStop({ courierNote: note })]);
  expect(message()?.textContent).toContain('Llame antes');
  update([aStop({ courierNote: { ...note, readAt: LATER } })]);
  expect(message()).toBeNull();
});

it('starts the route once, however often it is pressed', async () => {
  show([aStop({ state: 'asignada' })]);
  render(<Day session={session} />);
  press('Salí a ruta');
  press('Salí a ruta');
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Salí a ruta' })).toBeNull();
  });
  expect(records.startRoute).toHaveBeenCalledOnce();
});

it.each([
  ['online, and starts it', true, 'Sí, es la de mañana', 1],
  ['offline, and starts it', false, 'Sí, es la de mañana', 1],
  ['offline, and starts today instead', false, 'No, salgo por hoy', undefined],
])('asks whether a route with stops of tomorrow alone is tomorrow’s, %s', async (_, online, answer, ahead) => {
  const today = officeDay(new Date(), { timeZone: session.timeZone, dayTurnsAt: DAY_TURNS_AT });
  show([aStop({ state: 'asignada', date: addDays(today, 1) })], { online, route: { day: today } });
  render(<Day session={session} />);
  press('Salí a ruta');
  expect(await screen.findByRole('dialog', { name: '¿Es la ruta de mañana?' })).toBeDefined();
  expect(records.startRoute).not.toHaveBeenCalled();
  press(answer);
  await waitFor(() => {
    expect(records.startRoute).toHaveBeenCalledExactlyOnceWith([], ahead && addDays(today, ahead));
  });
});

it('reports that the phone is full when the day is started or ended', async () => {
  for (const name of ['startRoute', 'endDay'] as const) vi.mocked(records[name]).mockRejectedValue(new PhoneFull('x'));
  show([aStop({ state: 'asignada' })]);
  const { unmount } = render(<Day session={session} />);
  press('Salí a ruta');
  expect((await screen.findByRole('alert')).textContent).toContain('no tiene espacio');
  unmount();
  history.replaceState(null, '', '/r/#/cierre');
  show([aStop({ state: 'entregada' })]);
  render(<Day session={session} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar el cierre a la oficina' }));
  expect((await screen.findByRole('alert')).textContent).toContain('no tiene espacio');
});

it('starts the day of a route that the office has set on the way', () => {
  const started = () => screen.queryByRole('button', { name: 'Salí a ruta' });
  show([aStop({ state: 'en_ruta' })], { route: { startedAt: null } });
  render(<Day session={session} />);
  expect(started()).not.toBeNull();
  update([aStop({ state: 'en_ruta' })], { route: { startedAt: EARLIER } });
  expect(started()).toBeNull();
});

it('shows and announces what the office changed, until the courier has seen it', async () => {
  show([aStop()]);
  render(<Day session={session} />);
  update([aStop(), aStop({ id: '2', place: { ...aStop().place, address: 'Jr. Cusco 418' } })]);
  const changes = screen.getByRole('region', { name: 'Cambios de la oficina' });
  expect(changes.textContent).toContain('Parada nueva: Jr. Cusco 418, Miraflores');
  expect(screen.getByRole('link', { name: /Jr. Cusco/ }).textContent).toContain('Nueva');
  await waitFor(() => {
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Parada nueva: Jr. Cusco 418, Miraflores',
    );
  });
  press('Entendido');
  expect(screen.queryByRole('region', { name: 'Cambios de la oficina' })).toBeNull();
});

it('shows that there is no signal and what is still to be sent', () => {
  show([aStop()], { online: false, items: [aQueueItem(), aQueueItem({ id: 'q2', kind: 'photo', what: 'foto' })] });
  render(<Day session={session} />);
  expect(screen.getByText('Sin señal: todo se guarda en este teléfono')).toBeDefined();
  expect(screen.getByRole('link', { name: '1 entrega y 1 foto por enviar' })).toBeDefined();
});

it('marks the note of the office as read', async () => {
  show([aStop({ courierNote: { id: 'n1', text: 'Llame antes', at: EARLIER, readAt: null } })]);
  render(<Day session={session} />);
  await open(/Larco/);
  press('Marcar como leída');
  expect(records.readNote).toHaveBeenCalledExactlyOnceWith('n1', 'ORD-1');
  expect(await screen.findByText('Leída ahora')).toBeDefined();
});

it('does not mark a note as read that the phone could not store', async () => {
  vi.mocked(records.readNote).mockRejectedValue(new PhoneFull('x'));
  show([aStop({ courierNote: { id: 'n1', text: 'Llame antes', at: EARLIER, readAt: null } })]);
  render(<Day session={session} />);
  await open(/Larco/);
  press('Marcar como leída');
  expect((await screen.findByRole('alert')).textContent).toContain('no tiene espacio');
  expect(screen.queryByText('Leída ahora')).toBeNull();
});

it('delivers with a photo and one press once, however often it is repeated', async () => {
  show([aStop({ collectDue: 4590 })]);
  render(<Day session={session} />);
  await open(/Larco/);
  press('Entregar');
  await takePhoto();
  press('Efectivo');
  press(/^La misma persona/);
  press('Confirmar entrega');
  press('Confirmar entrega');
  await screen.findByRole('heading', { name: 'Mi ruta' });
  expect(records.closeVisits).toHaveBeenCalledOnce();
  expect(vi.mocked(records.closeVisits).mock.calls[0]?.[0][0]).toMatchObject({
    to: 'entregada',
    payments: [{ means: 'efectivo', amount: 4590 }],
    receiver: { name: 'Elena Rojas', relation: 'titular' },
  });
  expect(vi.mocked(records.closeVisits).mock.calls[0]?.[1].map(({ kind }) => kind)).toEqual(['entrega']);
});

it('lists what is missing, without closing the order', async () => {
  show([aStop()]);
  render(<Day session={session} />);
  await open(/Larco/);
  press('Entregar');
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar entrega' }));
  expect(screen.getByText('Falta la foto: entrega')).toBeDefined();
  expect(screen.getByText('Diga quién recibe')).toBeDefined();
  expect(records.closeVisits).not.toHaveBeenCalled();
});

it('keeps the form if the phone is full', async () => {
  vi.mocked(records.closeVisits).mockRejectedValue(new PhoneFull('full'));
  show([aStop()], { route: { requires: { delivered: [], failed: [] } } });
  render(<Day session={session} />);
  await open(/Larco/);
  press('Entregar');
  fireEvent.click(await screen.findByRole('button', { name: /^La misma persona/ }));
  press('Confirmar entrega');
  expect((await screen.findByRole('alert')).textContent).toContain('no tiene espacio');
  expect(screen.getByLabelText('Nombre de quien recibe')).toHaveProperty('value', 'Elena Rojas');
});

it('restores the form of a tab that was closed', async () => {
  show([aStop()]);
  const first = render(<Day session={session} />);
  await open(/Larco/);
  press('No entregada');
  fireEvent.click(await screen.findByLabelText('Rechazado por el destinatario'));
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  first.unmount();
  render(<Day session={session} />);
  expect(await screen.findByLabelText('Rechazado por el destinatario')).toHaveProperty('checked', true);
});

it('lets the courier record a visit of a stop that the office took away', async () => {
  const other = aStop({ id: '2', recipient: { name: 'Ana Luna', phone: null } });
  show([aStop(), other]);
  render(<Day session={session} />);
  fireEvent.click(
    within(screen.getByRole('list', { name: 'Paradas de hoy' })).getAllByRole('link')[0] ?? document.body,
  );
  press('No entregada');
  fireEvent.click(await screen.findByLabelText('Destinatario ausente'));
  update([other]);
  expect(screen.getByText(/La oficina retiró esta parada/)).toBeDefined();
  press('Confirmar como no entregada');
  await waitFor(() => {
    expect(records.closeVisits).toHaveBeenCalledOnce();
  });
});

it('corrects a visit during five minutes', async () => {
  const stop = (at: string) => aStop({ state: 'entregada', closedAt: at, own: anOwnVisit({ at }) });
  show([stop(new Date(Date.now() - 60_000).toISOString())]);
  render(<Day session={session} />);
  press(/^Corregir \(quedan/);
  await screen.findByText(/Está corrigiendo su visita/);
  press('En realidad no se entregó');
  fireEvent.click(await screen.findByLabelText('Destinatario ausente'));
  press('Confirmar como no entregada');
  await waitFor(() => {
    expect(records.correctVisit).toHaveBeenCalledOnce();
  });
  expect(vi.mocked(records.correctVisit).mock.calls[0]?.slice(0, 2)).toMatchObject([
    'v1',
    { to: 'no_entregada', reason: 'ausente' },
  ]);
  update([stop(new Date(Date.now() - 6 * 60_000).toISOString())]);
  expect(screen.queryByRole('button', { name: /^Corregir/ })).toBeNull();
});

it('shows the queue with progress, and why something failed', async () => {
  history.replaceState(null, '', '/r/#/por-enviar');
  show([aStop()], {
    items: [
      aQueueItem({ state: 'failed', problem: 'Esa orden no es suya.' }),
      aQueueItem({ id: 'q2', kind: 'photo', state: 'sending', sent: 51_200, bytes: 204_800 }),
    ],
  });
  render(<Day session={session} />);
  expect(await screen.findByText('Esa orden no es suya.')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Foto ORD-1' })).toHaveProperty('value', 51_200);
  expect(screen.getByText('50 KB de 200 KB')).toBeDefined();
  press('Enviar ahora');
  expect(sending.sendNow).toHaveBeenCalledOnce();
});

it('shows that a visit was refused and what to do, in the route, at its stop and in the queue', async () => {
  const at = new Date(Date.now() - 60_000).toISOString();
  const problem = 'Esa orden no es suya.';
  show([aStop({ own: anOwnVisit({ at, state: 'failed', problem }) })], {
    items: [aQueueItem({ state: 'failed', problem })],
  });
  render(<Day session={session} />);
  const last = screen.getByRole('region', { name: 'Última parada' });
  expect(last.textContent).toMatch(/^Visita no aceptada: Av. Larco 345, Miraflores\..*Esa orden no es suya\./);
  expect(last.textContent).toContain('avise a su oficina');
  expect(last.textContent).not.toContain('Guardada');
  await open(/Larco/);
  expect(screen.getByRole('region', { name: 'Visita no aceptada' }).textContent).toContain('avise a su oficina');
  fireEvent.click(screen.getByRole('link', { name: '1 entrega por enviar · 1 con problema' }));
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('«Enviar ahora»');
  expect(screen.queryByText(/Nada se pierde/)).toBeNull();
});

it('offers to show the office a visit that is not accepted', async () => {
  const showToOffice = vi.spyOn(sending, 'showToOffice').mockRejectedValueOnce(new FieldFailure('network'));
  const problem = 'El servicio respondió con un error (500). El teléfono lo intenta otra vez solo.';
  show([aStop()], { items: [aQueueItem({ state: 'stuck', problem }), aQueueItem({ id: 'q2', code: 'ORD-2' })] });
  render(<Day session={session} />);
  fireEvent.click(screen.getByRole('link', { name: '2 entregas por enviar · 1 con problema' }));
  const [stuck, other] = await screen.findAllByRole('listitem');
  expect(stuck?.textContent).toContain('Con problema');
  expect(stuck?.textContent).toContain(problem);
  expect(other?.textContent).toContain('En espera');
  press('Mostrar a la oficina');
  expect(await screen.findByText(/No hay señal/)).toBeDefined();
  press('Mostrar a la oficina');
  await waitFor(() => expect(showToOffice).toHaveBeenCalledTimes(2));
  expect(showToOffice).toHaveBeenCalledWith('q1');
});

it('asks about a photo that shows nothing, and stores it if the courier confirms', async () => {
  show([aStop()]);
  render(<Day session={session} />);
  await open(/Larco/);
  press('Entregar');
  const take = (content: string, label: string): void => {
    const files = [new File([content], 'foto.jpg', { type: 'image/jpeg' })];
    fireEvent.change(screen.getByLabelText(label), { target: { files } });
  };
  await screen.findByLabelText('Foto: Entrega');
  take(DARK, 'Foto: Entrega');
  expect(await screen.findByRole('dialog', { name: 'Foto oscura' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Ver foto/ })).toBeNull();
  take('x', 'Tomar otra vez');
  expect(await screen.findByRole('button', { name: /^Ver foto 1/ })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  take(DARK, 'Otra foto');
  await screen.findByRole('dialog', { name: 'Foto oscura' });
  press('Usarla así');
  expect(await screen.findByRole('button', { name: /^Ver foto 2/ })).toBeDefined();
});

it('shows the photo that the office asks for, and stores it with its visit', async () => {
  const enqueue = vi.spyOn(sending, 'enqueue').mockResolvedValue();
  const refresh = vi.mocked(route.refreshRoute);
  const task = {
    order: { id: '1', code: 'LIM-1' },
    address: 'Av. Larco 345',
    visit: '3d1c8f5e-2b64-4f0a-8c19-6e7d5b4a3f21',
    kind: 'entrega' as const,
    at: EARLIER,
  };
  show([aStop({ state: 'entregada' })], { route: { photos: [task] } });
  render(<Day session={session} />);
  const tasks = within(await screen.findByRole('region', { name: 'Fotos que pide la oficina' }));
  expect(tasks.getByText('La oficina le pide una foto')).toBeDefined();
  const take = (content: string, label: RegExp): void => {
    const files = [new File([content], 'foto.jpg', { type: 'image/jpeg' })];
    fireEvent.change(tasks.getByLabelText(label), { target: { files } });
  };
  take(DARK, /^Tomar foto/);
  expect((await tasks.findByRole('alert')).textContent).toMatch(/^Foto oscura/);
  expect(enqueue).not.toHaveBeenCalled();
  take('x', /^Tomar otra vez/);
  await waitFor(() => expect(enqueue).toHaveBeenCalledOnce());
  expect(enqueue.mock.calls[0]?.[0]).toMatchObject([
    {
      body: {
        kind: 'photo',
        visit: task.visit,
        code: 'LIM-1',
        type: 'entrega',
        sha256: expect.stringMatching(/^[\da-f]{64}$/) as string,
      },
    },
  ]);
  expect(await tasks.findByLabelText(/^Tomar foto/)).toBeDefined();
  update([aStop({ state: 'entregada' })], {
    route: { photos: [task] },
    items: [aQueueItem({ id: 'q9', kind: 'photo', what: 'foto', code: 'LIM-1' })],
  });
  expect(tasks.getByText(/se envía cuando haya señal/)).toBeDefined();
  expect(tasks.queryByLabelText(/^Tomar foto/)).toBeNull();
  refresh.mockClear();
  update([aStop({ state: 'entregada' })], { route: { photos: [task] } });
  await waitFor(() => expect(refresh).toHaveBeenCalled());
  update([aStop({ state: 'entregada' })]);
  expect(screen.queryByRole('region', { name: 'Fotos que pide la oficina' })).toBeNull();
});

it('shows waiting positions as one line, without counting them', async () => {
  show([aStop()], { minutes: 12 });
  const { unmount } = render(<Day session={session} />);
  expect(screen.queryByRole('link', { name: /por enviar/ })).toBeNull();
  unmount();
  history.replaceState(null, '', '/r/#/por-enviar');
  render(<Day session={session} />);
  expect(await screen.findByText('Todo está enviado: la oficina ya lo tiene.')).toBeDefined();
  expect(screen.getByText('Recorrido: 12 min por enviar.')).toBeDefined();
});

it('hands the day to the office, after a question if stops are open, and shows its confirmation', async () => {
  history.replaceState(null, '', '/r/#/cierre');
  show([aStop(), aStop({ id: '2', state: 'entregada' })]);
  render(<Day session={session} />);
  press('Enviar el cierre a la oficina');
  expect(records.endDay).not.toHaveBeenCalled();
  press('Cerrar el día igual');
  expect(await screen.findByText(/Guardado en este teléfono/)).toBeDefined();
  expect(records.endDay).toHaveBeenCalledOnce();
  update([aStop()], { route: { end: { at: EARLIER, confirmedAt: EARLIER } } });
  expect(screen.getByText(/La oficina confirmó su cierre/)).toBeDefined();
  press('Atrás');
  expect(await screen.findByRole('heading', { name: 'Mi ruta' })).toBeDefined();
  expect(await screen.findByText(/La oficina confirmó su cierre/)).toBeDefined();
});

it('shows visits in review of orders that left the route, with their payments', async () => {
  const gone = aStop({ id: '9', code: 'ORD-9' });
  const inReview = aFieldReview({
    order: { id: '9', code: 'ORD-9' },
    payments: [{ means: 'efectivo', amount: 12_550 }],
  });
  const unpaid = aFieldReview({ visit: 'unpaid', order: { id: '8', code: 'ORD-8' } });
  const showDay = (stops: Stop[], reviews: (typeof inReview)[]): void => {
    setSnapshot({ route: { ...EMPTY_ROUTE, route: aDay(stops), stops, reviews, online: true } });
  };
  showDay([aStop(), gone], []);
  render(<Day session={session} />);
  act(() => {
    showDay([aStop()], [inReview, unpaid]);
  });
  expect(await screen.findByText(/^Ya no está en su ruta.*Su visita llegó: la oficina la revisa\.$/)).toBeTruthy();
  const list = screen.getByRole('region', { name: 'En revisión' });
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe(
    'Por revisarLa oficina revisa su visita de ORD-9 (Av. Larco 345). La orden ya era de otro repartidor',
  );
  press('Menú');
  fireEvent.click(await screen.findByRole('link', { name: 'Cierre del día' }));
  expect((await screen.findByText('Efectivo que lleva')).parentElement?.textContent).toMatch(/S\/\s125\.50/);
  const part = await screen.findByRole('region', { name: 'La oficina lo revisa' });
  expect(
    within(part)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['S/ 125.50 Efectivo', 'Sin cobro']);
  expect(part.textContent).toContain('ORD-9 · Entregada');
  expect(screen.queryByText(/no registró cobros/)).toBeNull();
});

it('shows what is missing above a long list, where it is in view', async () => {
  show([aStop()]);
  render(<Day session={session} />);
  await open(/Av. Larco 345/);
  press('No entregada');
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar como no entregada' }));
  const error = screen.getByText('Seleccione el motivo');
  const [firstReason] = screen.getAllByRole('radio');
  expect(error.compareDocumentPosition(firstReason as Node) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('reports how a review ended, until the courier has seen it, and keeps it in the list', async () => {
  const pending = aFieldReview({});
  const showReviews = (reviews: readonly FieldReview[]): void => {
    const day = aDay([aStop()], { reviews: [...reviews] });
    setSnapshot({ route: { ...EMPTY_ROUTE, route: day, stops: [aStop()], reviews, online: true } });
  };
  showReviews([pending]);
  render(<Day session={session} />);
  act(() => {
    showReviews([{ ...pending, state: 'rechazada', decidedWhy: 'La entregó Sara' }]);
  });
  const text = 'La oficina rechazó su visita de ORD-9 (Av. Larco 345): La entregó Sara';
  expect((await screen.findByRole('region', { name: 'Cambios de la oficina' })).textContent).toContain(text);
  press('Entendido');
  expect(screen.queryByRole('region', { name: 'Cambios de la oficina' })).toBeNull();
  expect(screen.getByRole('region', { name: 'En revisión' }).textContent).toContain(text);
});

it('keeps the totals of a confirmed day, with a receipt that names both', async () => {
  const confirmed = {
    by: 'Rosa Mamani',
    delivered: 2,
    failed: 1,
    payments: [{ means: 'efectivo' as const, amount: 9100 }],
  };
  show([], { route: { end: { at: EARLIER, confirmedAt: EARLIER, confirmed } } });
  history.replaceState(null, '', '/r/#/cierre');
  render(<Day session={session} />);
  const receipt = await screen.findByRole('region', { name: 'Constancia' });
  expect(receipt.textContent).toMatch(
    /^Constancia.*Hugo Paredes entregó S\/\s91\.00 en efectivo.*Rosa Mamani, de la oficina/,
  );
  expect(screen.getByText('Efectivo entregado')).toBeDefined();
});

it('delivers three parcels of one door with one photo and one confirmation', async () => {
  show([
    aStop({ collectDue: 3000 }),
    aStop({ id: '2', code: 'ORD-2', collectDue: 2000 }),
    aStop({ id: '3', code: 'ORD-3' }),
  ]);
  render(<Day session={session} />);
  const [first] = within(screen.getByRole('list', { name: 'Paradas de hoy' })).getAllByRole('link');
  fireEvent.click(first ?? document.body);
  press('Entregar');
  await takePhoto();
  expect(screen.getByRole('region', { name: /^Cobro: S\/\s50\.00/ })).toBeDefined();
  press('Efectivo');
  press(/^La misma persona/);
  press('Confirmar 3 entregas');
  await screen.findByRole('heading', { name: 'Mi ruta' });
  expect(records.closeVisits).toHaveBeenCalledOnce();
  const [drafts, photos] = vi.mocked(records.closeVisits).mock.calls[0] ?? [];
  expect(drafts?.map(({ order, payments }) => [order.code, payments])).toEqual([
    ['ORD-1', [{ means: 'efectivo', amount: 3000 }]],
    ['ORD-2', [{ means: 'efectivo', amount: 2000 }]],
    ['ORD-3', undefined],
  ]);
  expect(photos?.map(({ kind }) => kind)).toEqual(['entrega']);
});

it('accepts payments order by order, and omits a parcel', async () => {
  show([
    aStop({ collectDue: 3000 }),
    aStop({ id: '2', code: 'ORD-2', collectDue: 2000 }),
    aStop({ id: '3', code: 'ORD-3' }),
  ]);
  render(<Day session={session} />);
  const [first] = within(screen.getByRole('list', { name: 'Paradas de hoy' })).getAllByRole('link');
  fireEvent.click(first ?? document.body);
  press('Entregar');
  await takePhoto();
  fireEvent.click(screen.getByRole('checkbox', { name: /^ORD-3/ }));
  press('Orden por orden');
  fireEvent.click(
    within(screen.getByRole('region', { name: /^Cobro de ORD-1/ })).getByRole('button', { name: 'Yape' }),
  );
  press(/^La misma persona/);
  press('Confirmar 2 entregas');
  expect(records.closeVisits).not.toHaveBeenCalled();
  fireEvent.click(
    within(screen.getByRole('region', { name: /^Cobro de ORD-2/ })).getByRole('button', { name: 'Efectivo' }),
  );
  press('Confirmar 2 entregas');
  await screen.findByRole('heading', { name: 'Mi ruta' });
  const [drafts] = vi.mocked(records.closeVisits).mock.calls[0] ?? [];
  expect(drafts?.map(({ payments }) => payments)).toEqual([
    [{ means: 'yape', amount: 3000 }],
    [{ means: 'efectivo', amount: 2000 }],
  ]);
});

it('fills in the rest of a payment', async () => {
  show([aStop({ collectDue: 5000 })]);
  render(<Day session={session} />);
  await open(/Larco/);
  press('Entregar');
  fireEvent.click(await screen.findByRole('button', { name: 'Efectivo' }));
  expect(screen.getByLabelText('Efectivo S/')).toHaveProperty('value', '50.00');
  press('Yape');
  fireEvent.change(screen.getByLabelText('Yape S/'), { target: { value: '20' } });
  expect(screen.getByLabelText('Efectivo S/')).toHaveProperty('value', '30.00');
});

it('accepts the date that the recipient asked for', async () => {
  const reasons = [{ code: 'reprogramado', name: 'Pidió otra fecha' }];
  show([aStop()], { route: { reasons } });
  render(<Day session={session} />);
  await open(/Larco/);
  press('No entregada');
  fireEvent.click(await screen.findByLabelText('Pidió otra fecha'));
  fireEvent.click(await screen.findByRole('button', { name: 'Pasado mañana' }));
  press('Confirmar como no entregada');
  await waitFor(() => {
    expect(vi.mocked(records.closeVisits).mock.calls[0]?.[0][0]).toMatchObject({ wanted: '2026-11-22' });
  });
});

it('checks the load before leaving, and starts without missing parcels', async () => {
  const codes = ['LIM-1', 'LIM-2', 'LIM-3'];
  show(codes.map((code, index) => aStop({ id: String(index + 1), code, state: 'asignada' })));
  render(<Day session={session} />);
  press('Revisar la carga');
  expect(await screen.findByText('Faltan 3')).toBeDefined();
  expect(screen.getByText('0 de 3 paquetes')).toBeDefined();
  for (const key of [...'LIM-1'.split(''), 'Enter', ...'OTRA-9'.split(''), 'Enter'])
    fireEvent.keyDown(document.body, { key });
  fireEvent.click(screen.getByRole('checkbox', { name: /LIM-3/ }));
  expect(screen.getByText('Falta 1, sobra 1')).toBeDefined();
  press('Salí a ruta');
  press('Salir sin ella');
  await screen.findByRole('heading', { name: 'Mi ruta' });
  expect(records.startRoute).toHaveBeenCalledExactlyOnceWith(['2'], undefined);
});

it('sounds and vibrates when the office changes the route, unless that is turned off', async () => {
  const vibrate = vi.fn();
  Object.assign(navigator, { vibrate });
  show([aStop()]);
  render(<Day session={session} />);
  update([aStop(), aStop({ id: '2' })]);
  await waitFor(() => expect(vibrate).toHaveBeenCalledOnce());
  press('Menú');
  fireEvent.click(await screen.findByRole('switch', { name: /Avisar con sonido/ }));
  update([aStop()]);
  press('Atrás');
  expect(await screen.findByRole('heading', { name: 'Mi ruta' })).toBeDefined();
  expect(vibrate).toHaveBeenCalledOnce();
});

it('does not take back the recipient at a second press', async () => {
  show([aStop()]);
  render(<Day session={session} />);
  await open(/Larco/);
  press('Entregar');
  fireEvent.click(await screen.findByRole('button', { name: /^La misma persona/ }));
  press(/^La misma persona/);
  expect(screen.getByLabelText('Nombre de quien recibe')).toHaveProperty('value', 'Elena Rojas');
  press('Titular');
  expect(screen.getByRole('button', { name: 'Titular' }).getAttribute('aria-pressed')).toBe('true');
  press('Familiar');
  expect(screen.getByRole('button', { name: /^La misma persona/ }).getAttribute('aria-pressed')).toBe('false');
});

it('explains in full on the first day what the office sees, and in one line afterwards', () => {
  vi.spyOn(positions, 'usePositions').mockReturnValue('active');
  const connected = (hours: number) => {
    const connectedAt = new Date(Date.now() - hours * 3_600_000).toISOString();
    acceptNotice({ ...session, connectedAt });
    return <Day session={{ ...session, connectedAt }} />;
  };
  show([aStop()]);
  const { rerender } = render(connected(23));
  expect(screen.getByText(/^Ubicación activa/).textContent).toContain('Mientras usa Maps');
  rerender(connected(25));
  expect(screen.getByText(/^Ubicación activa/).textContent).toBe('Ubicación activa hasta su «Cierre»');
});

it('shows what all parcels of a door receive and pay, once', async () => {
  show([
    aStop({ collectDue: 4550 }),
    aStop({ id: '2', code: 'ORD-2', packages: 2, collectDue: 4550, client: 'Ferretería Sur' }),
  ]);
  render(<Day session={session} />);
  const rows = within(screen.getByRole('list', { name: 'Paradas de hoy' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/3 paquetes en 2 órdenes.*Cobrar S\/\s91\.00/),
    expect.stringMatching(/Misma puerta que ORD-1(?!.*Cobrar)/),
  ]);
  fireEvent.click(screen.getByRole('link', { name: /Misma puerta/ }));
  await screen.findByRole('heading', { name: 'Parada 2 de 2' });
  expect(screen.getByText(/^Cobrar S\/\s91\.00$/)).toBeDefined();
  expect(screen.getByText(/^3 paquetes en 2 órdenes/).textContent).toBe(
    '3 paquetes en 2 órdenes de Ferretería Sur, Boticas Aurora: ORD-2, ORD-1',
  );
});

it('lists a parcel that was not loaded last, without «Entregar», until it is loaded', async () => {
  const behind = aStop({ code: 'LIM-1', state: 'asignada', dueAt: EARLIER, notLoaded: true });
  const other = aStop({ id: '3', code: 'LIM-3', state: 'asignada', notLoaded: true });
  const stops = [behind, aStop({ id: '2', code: 'LIM-2', dueAt: LATER }), other];
  show(stops, { route: { startedAt: EARLIER } });
  render(<Day session={session} />);
  expect(within(screen.getByRole('list', { name: 'Paradas de hoy' })).getAllByRole('listitem')).toHaveLength(1);
  const left = within(screen.getByRole('list', { name: 'Paradas no cargadas' })).getAllByRole('link');
  expect(left.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Parada 1, .*No cargada/),
    expect.stringMatching(/Parada 3, .*No cargada/),
  ]);
  expect(left.some(({ className }) => className.includes('next'))).toBe(false);
  expect(screen.queryByRole('button', { name: /^Salí/ })).toBeNull();
  fireEvent.click(left[0] ?? document.body);
  await screen.findByRole('heading', { name: 'Parada 1 de 3' });
  expect(screen.queryByRole('button', { name: 'Entregar' })).toBeNull();
  press('Ya lo cargué');
  await waitFor(() => {
    expect(records.startRoute).toHaveBeenCalledExactlyOnceWith(['3'], undefined);
  });
  update([aStop({ code: 'LIM-1' }), ...stops.slice(1)], { route: { startedAt: EARLIER } });
  expect(screen.getByRole('button', { name: 'Entregar' })).toBeDefined();
});

it('offers no «Entregar» for an unloaded parcel opened by its address either', async () => {
  history.replaceState(null, '', '/r/#/parada/1/entregar');
  show([aStop({ state: 'asignada', notLoaded: true })]);
  render(<Day session={session} />);
  expect(await screen.findByRole('heading', { name: 'Parada 1 de 1' })).toBeDefined();
});

it('offers to leave with new stops, but not with parcels left behind', async () => {
  const behind = aStop({ id: '1', state: 'asignada', notLoaded: true });
  const isNew = aStop({ id: '2', state: 'asignada' });
  const on = { route: { startedAt: EARLIER } };
  show([behind, aStop({ id: '3' }), isNew], on);
  render(<Day session={session} />);
  press('Salí con las paradas nuevas');
  await waitFor(() => {
    expect(records.startRoute).toHaveBeenCalledExactlyOnceWith(['1'], undefined);
  });
  update([behind, aStop({ id: '3' })], on);
  expect(screen.queryByRole('button', { name: /^Salí/ })).toBeNull();
});

it('shows no new stops after «Cierre», and offers no start for parcels left behind', () => {
  const route = { startedAt: EARLIER, end: { at: EARLIER, confirmedAt: null } };
  show([aStop({ state: 'asignada', notLoaded: true }), aStop({ id: '2' })], { route });
  render(<Day session={session} />);
  const start = () => screen.queryByRole('button', { name: /^Salí/ })?.textContent;
  expect(start()).toBeUndefined();
  update([aStop({ state: 'asignada' }), aStop({ id: '2' })], { route });
  expect(start()).toBe('Salí a ruta');
});

it('ends the day when only parcels left behind are open', () => {
  show([aStop({ state: 'asignada', notLoaded: true }), aStop({ id: '2', state: 'entregada' })]);
  render(<Day session={session} />);
  expect(screen.getByRole('button', { name: 'Cierre del día' })).toBeDefined();
});

it('asks about parcels that were not ticked when the route is started elsewhere, and ticks all', async () => {
  show(['1', '2', '3'].map((id) => aStop({ id, code: `LIM-${id}`, state: 'asignada' })));
  render(<Day session={session} />);
  press('Revisar la carga');
  fireEvent.click(await screen.findByRole('checkbox', { name: /LIM-3/ }));
  press('Atrás');
  await screen.findByRole('heading', { name: 'Mi ruta' });
  press('Salí a ruta');
  expect(await screen.findByText('1 de 3 paquetes')).toBeDefined();
  expect(records.startRoute).not.toHaveBeenCalled();
  press('Todas están cargadas');
  expect(screen.getByText('3 de 3 paquetes')).toBeDefined();
  press('Salí a ruta');
  await screen.findByRole('heading', { name: 'Mi ruta' });
  expect(records.startRoute).toHaveBeenCalledExactlyOnceWith([], undefined);
});

/** A phone whose positions and errors the test reports. */
function aGps() {
  const gps: { report: (accuracy: number) => void; fail: (code: number) => void; on: number } = {
    report: () => undefined,
    fail: () => undefined,
    on: 0,
  };
  vi.spyOn(geolocation, 'geolocation').mockReturnValue({
    watchPosition: (onPosition, onError) => {
      gps.on += 1;
      gps.report = (accuracy) => onPosition({ coords: { ...HERE, accuracy } } as GeolocationPosition);
      gps.fail = (code) => onError?.({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError);
      return gps.on;
    },
    clearWatch: () => {
      gps.on -= 1;
    },
    getCurrentPosition: () => undefined,
  });
  return gps;
}

const HERE = { latitude: -12.1191, longitude: -77.0281 };
const DOOR = 'La puerta es aquí';

describe('«La puerta es aquí»', () => {
  beforeEach(() => {
    vi.spyOn(sending, 'enqueue').mockResolvedValue();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const openStop = async (some: Partial<Stop> = {}): Promise<void> => {
    show([aStop(some)]);
    render(<Day session={session} />);
    await open(/Larco/);
  };
  const settled = (report: () => void) =>
    act(() => {
      report();
      return Promise.resolve();
    });
  const status = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');

  it('stores the first exact position once, also of a double tap, and a later one again', async () => {
    await openStop();
    const gps = aGps();
    press(DOOR);
    press(DOOR);
    expect([gps.on, status()]).toEqual([1, 'Buscando su ubicación…']);
    await settled(() => gps.report(120));
    expect(sending.enqueue).not.toHaveBeenCalled();
    await settled(() => gps.report(50));
    const place = { lat: HERE.latitude, lng: HERE.longitude, accuracy: 50 };
    const body = { kind: 'door', order: '1', code: 'ORD-1', attempt: 1, place };
    expect(vi.mocked(sending.enqueue).mock.calls).toMatchObject([[[{ body }]]]);
    expect(gps.on).toBe(0);
    update([aStop({ hasDoor: true })]);
    expect(status()).toBe('Ubicación guardada');
    press(DOOR);
    await settled(() => gps.report(8));
    expect(vi.mocked(sending.enqueue).mock.lastCall).toMatchObject([[{ body: { place: { accuracy: 8 } } }]]);
  });

  it('says that the position is not exact, or that there is none, after ten seconds', async () => {
    await openStop();
    const gps = aGps();
    vi.useFakeTimers();
    const wait = () => act(() => vi.advanceTimersByTimeAsync(10_000));
    press(DOOR);
    gps.fail(2);
    await wait();
    expect(status()).toBe('El teléfono no encuentra dónde está. Salga a la calle e inténtelo otra vez.');
    press(DOOR);
    gps.report(50.4);
    await wait();
    expect(status()).toBe('La ubicación no es exacta (51 m). Salga a la calle e inténtelo otra vez.');
    expect([gps.on, vi.mocked(sending.enqueue).mock.calls]).toEqual([0, []]);
  });

  it('says that it has no permission', async () => {
    await openStop();
    const gps = aGps();
    press(DOOR);
    await settled(() => gps.fail(1));
    expect([gps.on, status()]).toEqual([0, DENIED]);
    vi.mocked(geolocation.geolocation).mockReturnValue(undefined);
    press(DOOR);
    await settled(() => undefined);
    expect(status()).toBe(DENIED);
    expect(sending.enqueue).not.toHaveBeenCalled();
  });

  it('says that the phone is full', async () => {
    await openStop();
    const gps = aGps();
    vi.mocked(sending.enqueue).mockRejectedValue(new PhoneFull('queue'));
    press(DOOR);
    await settled(() => gps.report(8));
    expect(screen.getByRole('alert').textContent).toMatch(/no tiene espacio/);
  });

  it('is offered for open stops of the route alone', async () => {
    await openStop({ state: 'entregada', closedAt: '2026-11-20T15:00:00.000Z' });
    expect(screen.queryByRole('button', { name: DOOR })).toBeNull();
  });
});

const DENIED = 'Sin permiso de ubicación. Actívelo en los ajustes del navegador.';
