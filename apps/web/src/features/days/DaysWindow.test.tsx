import { type CourierDay, dayOperations, type Review } from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aReview } from '#test/a-review.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { workingDayIn } from '#shared/format/working-day.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { DaysWindow } from './DaysWindow.tsx';

const HUGO: CourierDay = {
  courier: { id: '30', name: 'Hugo Paredes' },
  startedAt: '2026-11-23T13:00:00.000Z',
  end: { at: '2026-11-23T23:30:00.000Z', unsent: 2 },
  confirmed: null,
  delivered: 11,
  failed: 1,
  open: 0,
  payments: [
    { means: 'efectivo', amount: 12_000 },
    { means: 'yape', amount: 3000 },
  ],
  due: 16_000,
};
const CONFIRMED = { at: '2026-11-24T00:10:00.000Z', by: { username: 'rosa.mamani', user: 'Rosa Mamani' } };

let gateway: ReturnType<typeof fakeGateway>;
let days: CourierDay[];
let reviews: Review[];
beforeEach(() => {
  markIn(aView({ permissionsList: [{ module: 'U01' }, { module: 'D05' }] }));
  reviews = [];
  gateway = fakeGateway();
  days = [HUGO, { ...HUGO, courier: { id: '31', name: 'Ana Luna' }, end: null, open: 3 }];
  gateway.on(dayOperations['days.list'], () => ({ day: '2026-11-23', couriers: days }));
});

async function openDays(courierId?: string) {
  const onCloseRoute = vi.fn();
  const onReview = vi.fn();
  const shown = renderInApp(
    <DaysWindow
      officeId="LIMA"
      timeZone="America/Lima"
      courierId={courierId}
      onCloseRoute={onCloseRoute}
      reviews={reviews}
      onReview={onReview}
      onClose={vi.fn()}
    />,
  );
  const hugo = await screen.findByRole('listitem', { name: 'Hugo Paredes' });
  return { ...shown, hugo, onCloseRoute, onReview };
}

it('shows the courier for whom it was opened, also far down in the list', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.getAttribute('aria-label') === 'Ana Luna' ? 700 : 200;
  });
  await openDays('31');
  expect(screen.getByRole('button', { name: /Ana Luna/, expanded: true })).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Repartidores del día' }).scrollTop).toBe(500);
  vi.restoreAllMocks();
});

it('lists first who has handed in the day, and how many are confirmed', async () => {
  days = [days[1] ?? HUGO, HUGO];
  await openDays();
  const list = screen.getByRole('list', { name: 'Repartidores del día' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-label')),
  ).toEqual(['Hugo Paredes', 'Ana Luna']);
  expect(screen.getByText('0 de 2 confirmados')).toBeDefined();
});

it('shows what the courier hands over, and what is missing', async () => {
  const { hugo } = await openDays('30');
  expect(within(hugo).getByText('Debe entregar en efectivo')).toBeDefined();
  expect(within(hugo).getAllByText('S/ 120.00')).toHaveLength(3);
  expect(within(hugo).getByText(/tenía 2 por enviar/)).toBeDefined();
  expect(within(hugo).getByText('Cobrado de S/ 160.00')).toBeDefined();
});

it('shows the visits of that courier and day that wait for a review, with their money', async () => {
  const today = { day: workingDayIn('America/Lima', Date.now()) };
  reviews = [
    { ...aReview('1'), ...today },
    { ...aReview('2'), ...today, payments: [] },
    aReview('of another day'),
    { ...aReview('of which a photo is unreadable'), ...today, state: 'aplicada', pictureMarks: ['ilegible'] as const },
    { ...aReview('of another courier'), ...today, courier: { id: '31', name: 'Ana Luna' } },
  ];
  const { user, hugo, onReview } = await openDays('30');
  expect(
    await within(hugo).findByText(
      '2 visitas suyas esperan en «Por revisar», con S/ 50.00 que no están en estos totales',
    ),
  ).toBeDefined();
  await user.click(within(hugo).getByRole('button', { name: 'Por revisar' }));
  expect(onReview).toHaveBeenCalled();
});

it('leads to Liquidación, where the money is received, and shows what was confirmed there', async () => {
  days = [HUGO, { ...HUGO, courier: { id: '31', name: 'Ana Luna' }, confirmed: CONFIRMED }];
  const { user, hugo } = await openDays('30');
  const address = within(hugo).getByRole('link', { name: 'Recibir S/ 120.00 en Liquidación' }).getAttribute('href');
  expect(address).toMatch(/^\/dashboard\/liquidacion\?oficina=LIMA&dia=\d{4}-\d\d-\d\d&repartidor=30$/);
  const ana = screen.getByRole('listitem', { name: 'Ana Luna' });
  await user.click(within(ana).getByRole('button', { name: /^Ana Luna/ }));
  expect((await within(ana).findByRole('note', { name: 'Constancia' })).textContent).toMatch(
    /^Constancia: Ana Luna entregó S\/\s\d.* en efectivo del .*, y Rosa Mamani lo confirmó a las 19:10\.$/,
  );
  expect(within(ana).getByRole('link', { name: 'Ver en Liquidación' })).toBeDefined();
});

it('links to closing the route while stops are open', async () => {
  const { user, onCloseRoute } = await openDays('31');
  const ana = screen.getByRole('listitem', { name: 'Ana Luna' });
  await user.click(within(ana).getByRole('button', { name: 'Cerrar ruta' }));
  expect(onCloseRoute).toHaveBeenCalledWith('31');
});
