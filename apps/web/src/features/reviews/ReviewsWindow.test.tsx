import { evidenceOperations, type Review, reviewOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aPhoto } from '#test/a-photo.ts';
import { aReview } from '#test/a-review.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { ReviewsWindow } from './ReviewsWindow.tsx';

let gateway: ReturnType<typeof fakeGateway>;
let pending: Review[];
beforeEach(() => {
  gateway = fakeGateway();
  pending = [aReview('1'), aReview('2')];
  gateway.on(reviewOperations['reviews.list'], () => ({ reviews: pending, next: null, pending: pending.length }));
  gateway.on(evidenceOperations['evidence.list'], () => []);
});

async function openReviews() {
  const onOpenOrder = vi.fn();
  const shown = renderInApp(
    <ReviewsWindow
      officeId="LIMA"
      timeZone="America/Lima"
      reasonName={(code) => code}
      onOpenOrder={onOpenOrder}
      onClose={vi.fn()}
    />,
  );
  const first = await screen.findByRole('listitem', { name: 'LIM-1 José Peña' });
  return { ...shown, first, onOpenOrder };
}

it('shows what the phone reported next to the current order', async () => {
  const { first } = await openReviews();
  expect(within(first).getByText('La orden ya era de otro repartidor')).toBeDefined();
  expect(within(first).getByText('Hugo Paredes dice')).toBeDefined();
  expect(within(first).getByText('Entregada')).toBeDefined();
  expect(within(first).getByText('A 40 m de la dirección (± 12 m)')).toBeDefined();
  expect(within(first).getByText('José Peña · DNI ••••5678 · Compañero de trabajo')).toBeDefined();
  expect(within(first).getByText('S/ 50.00 Yape')).toBeDefined();
  expect(within(first).getByText('Asignada')).toBeDefined();
  expect(within(first).getByText('Ana Luna')).toBeDefined();
});

it('accepts with one press and continues with the next', async () => {
  const sent: unknown[] = [];
  gateway.on(reviewOperations['reviews.accept'], ({ body }) => {
    sent.push(body);
    pending = [aReview('2')];
    return aReview('1');
  });
  const { user, first } = await openReviews();
  await user.dblClick(within(first).getByRole('button', { name: 'Aceptar' }));
  await waitFor(() => {
    expect(screen.queryByRole('listitem', { name: 'LIM-1 José Peña' })).toBeNull();
  });
  expect(sent).toEqual([{ version: 5 }]);
  expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'LIM-2 José Peña' }));
});

it('can be used with the keyboard', async () => {
  const rejected: string[] = [];
  gateway.on(reviewOperations['reviews.reject'], ({ path }) => {
    rejected.push(path);
    pending = [];
    return aReview('2');
  });
  const { user, first } = await openReviews();
  first.focus();
  await user.keyboard('{ArrowDown}r');
  await waitFor(() => {
    expect(rejected).toHaveLength(1);
  });
  expect(rejected[0]).toContain('/reviews/2/reject');
});

it('shows who decided first, and both sides again', async () => {
  const detail = 'Rosa Mamani ya la aceptó';
  gateway.on(reviewOperations['reviews.accept'], () => problem('conflict', { detail }));
  const { user, first } = await openReviews();
  await user.click(within(first).getByRole('button', { name: 'Aceptar' }));
  expect(await within(first).findByText(`${detail}.`)).toBeDefined();
  expect(gateway.sentTo(reviewOperations['reviews.list']).length).toBeGreaterThan(1);
});

it('shows what is wrong with the pictures of a closed order, which can only be marked as seen', async () => {
  pending = [{ ...aReview('1'), state: 'aplicada', why: null, pictureMarks: ['oscura', 'firma'] }, aReview('2')];
  const accepted: string[] = [];
  gateway.on(reviewOperations['reviews.accept'], ({ path }) => {
    accepted.push(path);
    pending = [aReview('2')];
    return aReview('1');
  });
  const { user, first } = await openReviews();
  expect(within(first).getByText('Foto oscura')).toBeDefined();
  expect(within(first).getByText('Firma en blanco')).toBeDefined();
  expect(within(first).queryByRole('button', { name: 'Rechazar' })).toBeNull();
  first.focus();
  await user.keyboard('r');
  await user.click(within(first).getByRole('button', { name: 'Visto' }));
  await waitFor(() => {
    expect(screen.queryByRole('listitem', { name: 'LIM-1 José Peña' })).toBeNull();
  });
  expect(accepted).toHaveLength(1);
  expect(gateway.sentTo(reviewOperations['reviews.reject'])).toHaveLength(0);
});

it('shows an empty state when nothing is pending', async () => {
  pending = [];
  renderInApp(
    <ReviewsWindow
      officeId="LIMA"
      timeZone="America/Lima"
      reasonName={(code) => code}
      onOpenOrder={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  expect(await screen.findByText('No hay nada por revisar')).toBeDefined();
});

it('shows the photos and the signature of that visit only', async () => {
  gateway.on(evidenceOperations['evidence.list'], () => [
    aPhoto({ id: '1', visit: 'visit-1' }),
    aPhoto({ id: '2', visit: 'visit-1', kind: 'firma' }),
    aPhoto({ id: '3', visit: 'another' }),
  ]);
  const { user, first } = await openReviews();
  const list = await within(first).findByRole('list', { name: 'Fotos y firma de la visita' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(list).getByRole('button', { name: /^Ver la foto: Firma/ }));
  // Keys of the opened photo decide nothing.
  const tool = first.querySelector<HTMLElement>(':scope dialog button:enabled');
  tool?.focus();
  expect(document.activeElement).toBe(tool);
  await user.keyboard('ar');
  expect(gateway.sentTo(reviewOperations['reviews.accept'])).toHaveLength(0);
  expect(gateway.sentTo(reviewOperations['reviews.reject'])).toHaveLength(0);
});

it('rejects all visits of a courier in one step, with a reason', async () => {
  const sent: unknown[] = [];
  gateway.on(reviewOperations['reviews.rejectAll'], ({ body }) => {
    sent.push(body);
    pending = [];
    return { rejected: 2 };
  });
  const { user } = await openReviews();
  const courier = within(screen.getByRole('list', { name: 'Repartidores con varias visitas por revisar' }));
  expect(courier.getByText('Hugo Paredes')).toBeDefined();
  await user.click(courier.getByRole('button', { name: 'Rechazar todas…' }));
  await user.click(courier.getByRole('button', { name: 'Volver' }));
  await waitFor(() => {
    expect(document.activeElement).toBe(courier.getByRole('button', { name: 'Rechazar todas…' }));
  });
  await user.keyboard('{Enter}');
  // Typed into the first field, which has the focus.
  await user.keyboard('Le robaron el teléfono');
  await user.click(courier.getByRole('button', { name: 'Rechazar 2 visitas' }));
  expect(await screen.findByText('No hay nada por revisar')).toBeDefined();
  expect(sent).toEqual([{ courierId: '30', upTo: '2', why: 'Le robaron el teléfono' }]);
});

it('shows the visit of the requested order first, or says that it is no longer pending', async () => {
  const show = (orderId: string) =>
    renderInApp(
      <ReviewsWindow
        officeId="LIMA"
        timeZone="America/Lima"
        reasonName={(code) => code}
        orderId={orderId}
        onOpenOrder={vi.fn()}
        onClose={vi.fn()}
      />,
    );
  const { unmount } = show(aReview('2').order.id);
  const asked = await screen.findByRole('listitem', { name: 'LIM-2 José Peña' });
  await waitFor(() => expect(document.activeElement).toBe(asked));
  expect(asked.previousElementSibling).toBeNull();
  unmount();
  show('999');
  expect(await screen.findByText('La visita que buscaba ya no está por revisar.')).toBeTruthy();
});
