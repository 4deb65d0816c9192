import { GUEST_OPERATIONS, type GuestContent, guestContent } from '@despacho/contracts/dispatch';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { GuestApp } from './GuestApp.tsx';
import { secretIn } from './link-secret.ts';

const SECRET = 'A'.repeat(43);
const order = (code: string, more: Partial<GuestContent['orders'][number]> = {}): GuestContent['orders'][number] => ({
  code,
  reference: null,
  district: 'Miraflores',
  state: 'entregada',
  closedAt: '2026-11-20T15:42:00.000Z',
  receiver: 'Rosa Quispe',
  reason: null,
  photos: [{ id: '7', kind: 'entrega', takenAt: '2026-11-20T15:41:00.000Z', width: 800, height: 600 }],
  ...more,
});
const content = (more: Partial<GuestContent> = {}): GuestContent => ({
  link: '5',
  company: 'Norte S.A.C.',
  office: 'Lima',
  timeZone: 'America/Lima',
  client: 'Bodega Ñandú',
  day: null,
  orders: [order('LIM-0042')],
  more: 0,
  expiresAt: '2026-11-27T15:00:00.000Z',
  now: '2026-11-20T16:00:00.000Z',
  ...more,
});

const problem = (status: number, kind: string, detail?: string): Response =>
  Response.json({ type: `urn:despacho:problem:${kind}`, detail }, { status });
const NO_SESSION = () => problem(401, 'no-session');

let answers: Record<string, () => Response>;
const fetched = vi.fn((url: URL, init?: RequestInit) => {
  const answer = answers[`${init?.method ?? 'GET'} ${url.pathname}`];
  return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'));
});
const calls = () => fetched.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${url.pathname}`);
const pathOf = (id: 'guest.session' | 'guest.open' | 'guest.content') =>
  `${GUEST_OPERATIONS[id].method} ${GUEST_OPERATIONS[id].path}`;

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  document.cookie = 'XSRF-CONSTANCIA=a%2Bb';
  document.cookie = 'XSRF-TOKEN=of-staff';
  answers = {
    [pathOf('guest.session')]: NO_SESSION,
    [pathOf('guest.open')]: () => Response.json(content()),
    [pathOf('guest.content')]: () => Response.json(content()),
  };
});

it('G42: exchanges the secret by POST with the token of this page, and shows what the contract allows', async () => {
  expect(guestContent.safeParse(content()).success).toBe(true);
  render(<GuestApp secret={SECRET} />);
  const card = await screen.findByRole('article', { name: 'Orden LIM-0042' });
  expect(within(card).getByRole('heading', { name: 'Entregado' })).toBeDefined();
  expect(card.textContent).toContain('Rosa Quispe');
  expect(card.textContent).toContain('20 nov 2026, 10:42');
  expect(within(card).getByRole('img', { name: 'Entrega' }).getAttribute('src')).toMatch(
    /\/api\/guest\/photos\/7\?medida=media$/,
  );
  expect(document.title).toBe('Constancia de entrega LIM-0042');
  expect(calls()).toEqual([pathOf('guest.open')]);
  const [, init] = fetched.mock.calls[0] ?? [];
  expect(new Headers(init?.headers).get('x-xsrf-token')).toBe('a+b');
  expect(init?.body).toBe(JSON.stringify({ secret: SECRET }));
});

it('G42: shows the same message for a void link and for an incomplete secret', async () => {
  answers[pathOf('guest.open')] = () => problem(410, 'expired', 'Otro texto');
  const { unmount } = render(<GuestApp secret={SECRET} />);
  await screen.findByRole('heading', { name: 'Este enlace ya no sirve' });
  const said = document.body.textContent;
  unmount();
  for (const hash of ['', '#abc', `#${SECRET}x`]) expect(secretIn({ hash })).toBeUndefined();
  expect(secretIn({ hash: `#${SECRET}` })).toBe(SECRET);
  render(<GuestApp secret={undefined} />);
  expect(document.body.textContent).toBe(said);
  expect(said).toContain('Pida uno nuevo a quien se lo envió');
});

it('reopens the link when the session ends, and clears the page when the link ends', async () => {
  render(<GuestApp secret={SECRET} />);
  await screen.findByRole('article');
  answers[pathOf('guest.content')] = NO_SESSION;
  answers[pathOf('guest.open')] = () =>
    Response.json(content({ orders: [order('LIM-0042', { receiver: 'Luis Paz' })] }));
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }));
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('Luis Paz'));
  answers[pathOf('guest.open')] = () => problem(410, 'expired');
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }));
  await screen.findByRole('heading', { name: 'Este enlace ya no sirve' });
  expect(screen.queryByRole('article')).toBeNull();
});

it('keeps its content while there is no connection, and retries at first', async () => {
  const open = answers[pathOf('guest.open')];
  answers = Object.fromEntries(Object.entries(answers).filter(([path]) => path !== pathOf('guest.open')));
  render(<GuestApp secret={SECRET} />);
  await screen.findByText(/No hay conexión/);
  if (open) answers[pathOf('guest.open')] = open;
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByRole('article');
  answers = Object.fromEntries(Object.entries(answers).filter(([path]) => path !== pathOf('guest.content')));
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/No hay conexión/);
  expect(screen.getByRole('article')).toBeDefined();
});

it('shows a client’s day with its results, and finds an order', async () => {
  const orders = [
    ...Array.from({ length: 6 }, (_, at) => order(`LIM-000${at}`, { receiver: `Persona ${at}` })),
    order('LIM-0100', { state: 'no_entregada', receiver: null, reason: 'Destinatario ausente', photos: [] }),
    order('LIM-0200', { state: 'asignada', closedAt: null, receiver: null, photos: [] }),
    order('LIM-0201', { state: 'pendiente', closedAt: null, receiver: null, photos: [] }),
  ];
  answers[pathOf('guest.open')] = () => Response.json(content({ day: '2026-11-20', orders, more: 3 }));
  render(<GuestApp secret={SECRET} />);
  await screen.findByRole('heading', { name: 'Entregas de Bodega Ñandú' });
  const counts = screen.getByRole('list', { name: 'Resumen' });
  expect(
    within(counts)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['6 Entregado', '1 No se pudo entregar', '2 Por repartir']);
  expect(screen.getByText(/Hay 3 órdenes más/)).toBeDefined();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'persona 4' } });
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Orden LIM-0004']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nadie' } });
  expect(screen.getByRole('status').textContent).toContain('nadie');
});
