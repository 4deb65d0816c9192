import { type Evidence, evidenceOperations, reviewOperations, type Visit } from '@despacho/contracts/dispatch';
import { officeOperations } from '@despacho/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aPhoto } from '#test/a-photo.ts';
import { aVisit } from '#test/a-visit.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrderVisits } from './OrderVisits.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const delivered = anOrder({
  code: 'D-7',
  state: 'entregada',
  closedAt: '2026-11-20T15:00:00Z',
  courier: { id: '3', name: 'Pedro Rojas' },
});

function setUp(visits: Visit[], { photos = [] as Evidence[], order = delivered } = {}) {
  const gateway = fakeGateway();
  gateway.on(reviewOperations['visits.list'], () => visits);
  gateway.on(evidenceOperations['evidence.list'], () => photos);
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Oficina Lima', timeZone: 'America/Lima' }]);
  const shown = renderInApp(
    <OrderVisits order={order} officeId="LIMA" timeZone="America/Lima" reason={() => 'Destinatario ausente'} />,
  );
  return { ...shown, gateway };
}

it('shows who received an order, where, and how far from the address', async () => {
  setUp([aVisit()]);
  expect(await screen.findByText(/por Pedro Rojas, 20 nov 2026, 10:00/)).toBeTruthy();
  expect(screen.getByText('Rosa Díaz').parentElement?.textContent).toBe('Recibió Rosa Díaz, Vecino, DNI •••••912');
  expect(screen.getByText('A 35 m de la dirección (precisión de 8 m)')).toBeTruthy();
});

it('shows the whole document on request', async () => {
  const { user, gateway } = setUp([aVisit()]);
  gateway.on(reviewOperations['visits.receiver'], () => ({
    name: 'Rosa Díaz',
    document: '45678912',
    relation: 'vecino',
  }));
  await user.click(await screen.findByRole('button', { name: 'Ver documento' }));
  expect(await screen.findByText(/DNI 45678912/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ver documento' })).toBeNull();
});

it('marks a visit that the office must review, and counts obsolete ones', async () => {
  setUp(
    [
      aVisit({ id: '10', state: 'reemplazada' }),
      aVisit({ state: 'pendiente', why: 'reasignada', place: null, distance: null }),
    ],
    { order: anOrder() },
  );
  expect(await screen.findByText('Por revisar')).toBeTruthy();
  expect(screen.getByText(/ya era de otro repartidor/)).toBeTruthy();
  expect(screen.getByText('El teléfono no registró el lugar.')).toBeTruthy();
  expect(screen.getByText('Otra visita fue reemplazada o rechazada.')).toBeTruthy();
  // Nothing to certify yet.
  expect(screen.queryByRole('button', { name: 'Constancia' })).toBeNull();
});

it('shows that the office closed an order, and nothing for an open one without visits', async () => {
  setUp([]);
  expect(await screen.findByText(/La cerró la oficina/)).toBeTruthy();
  const { container } = setUp([], { order: anOrder() });
  await waitFor(() => {
    expect(container.textContent).toBe('');
  });
});

it('prints a certificate of delivery with photos, signature and hashes', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const rejected = aVisit({ id: '12', visit: '00000000-0000-4000-8000-000000000000', state: 'rechazada' });
  const photos = [
    aPhoto(),
    aPhoto({ id: '8', kind: 'firma', sha256: 'b'.repeat(64) }),
    aPhoto({ id: '9', visit: rejected.visit, sha256: 'c'.repeat(64) }),
    aPhoto({ id: '10', attempt: 2, sha256: 'd'.repeat(64) }),
  ];
  const { user, router } = setUp([aVisit(), rejected], { photos });
  await user.click(await screen.findByRole('button', { name: 'Constancia' }));
  const page = await screen.findByRole('article', { name: 'Constancia de entrega de la orden D-7' });
  const shows = (text: string | RegExp): void => {
    expect(within(page).getByText(text)).toBeTruthy();
  };
  await waitFor(() => {
    shows('Oficina Lima');
  });
  for (const text of [
    'Entregado',
    '20 nov 2026, 10:00',
    'Boticas Aurora',
    'Elena Rojas',
    'Rosa Díaz',
    'DNI •••••912',
    'Pedro Rojas',
    'A 35 m de la dirección (precisión de 8 m)',
    '-12.11890, -77.02810',
    /N.º 29733/,
  ])
    shows(text);
  expect(within(page).getAllByRole('img')).toHaveLength(2);
  expect([...page.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
    'a'.repeat(64),
    'b'.repeat(64),
  ]);
  expect(document.title).toBe('Constancia de entrega D-7');
  await user.click(screen.getByRole('button', { name: 'Imprimir o guardar PDF' }));
  expect(print).toHaveBeenCalledOnce();
  expect(router.state.location.search).toBe('?constancia=1');
  await user.click(screen.getByRole('button', { name: 'Volver a la orden' }));
  expect([screen.queryByRole('article'), router.state.location.search]).toEqual([null, '']);
});

it('closes the certificate when the browser closes its dialog, as on a second Esc', async () => {
  const { user, router } = setUp([aVisit()]);
  await user.click(await screen.findByRole('button', { name: 'Constancia' }));
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Constancia para el cliente' });
  // No button, which the space of a typed sentence would press.
  expect(document.activeElement).toBe(dialog);
  dialog.close();
  fireEvent(dialog, new Event('close'));
  await waitFor(() => {
    expect([screen.queryByRole('article'), router.state.location.search]).toEqual([null, '']);
  });
});

it('certifies a failed visit with its reason, without a receiver', async () => {
  const order = anOrder({ ...delivered, state: 'no_entregada', reason: 'ausente' });
  const { user } = setUp([aVisit({ to: 'no_entregada', reason: 'ausente', receiver: null })], { order });
  await user.click(await screen.findByRole('button', { name: 'Constancia' }));
  const page = await screen.findByRole('article', { name: 'Constancia de visita de la orden D-7' });
  expect(within(page).getByText('No se pudo entregar')).toBeTruthy();
  expect(within(page).getByText('Destinatario ausente')).toBeTruthy();
  expect(within(page).queryByText('Recibido por')).toBeNull();
  expect(within(page).getByText('Sin fotos de esta visita.')).toBeTruthy();
});

it('says that the place of a visit is doubtful, and shows no map of it', async () => {
  setUp([aVisit({ place: { lat: 0, lng: 0, accuracy: 8 }, distance: 8_552_100, doubtfulPlace: true })]);
  expect(await screen.findByText('A 8,552.1 km de la dirección (precisión de 8 m): lugar dudoso')).toBeTruthy();
  expect(screen.queryByText('Donde se cerró')).toBeNull();
});
