import { type Evidence, evidenceOperations } from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aPhoto } from '../../../../test/a-photo.ts';
import { anOrder } from '../../../../test/an-order.ts';
import { fakeGateway, problem } from '../../../../test/fake-gateway.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { OrderPhotos } from './OrderPhotos.tsx';

function setUp(photos: Evidence[], order = anOrder({ state: 'entregada' })) {
  const gateway = fakeGateway();
  let shown = photos;
  gateway.on(evidenceOperations['evidence.list'], () => shown);
  const { user, container } = renderInApp(<OrderPhotos order={order} officeId="LIMA" timeZone="America/Lima" />);
  return {
    gateway,
    user,
    choose: async (file: File) => {
      await user.click(await screen.findByRole('button', { name: 'Agregar foto' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Fachada' }));
      const input = container.querySelector('input');
      // A picker's filter is only a suggestion.
      if (input) fireEvent.change(input, { target: { files: [file] } });
    },
    show: (next: Evidence[]) => {
      shown = next;
    },
  };
}

const jpeg = (size = 10) => new File([new Uint8Array(size)], 'puerta.jpg', { type: 'image/jpeg' });

it('says that a delivered order has no evidence', async () => {
  setUp([]);
  expect(await screen.findByText('Entregada sin evidencia.')).toBeTruthy();
});

it('shows thumbnails, and the photo in full with its neighbours by key', async () => {
  const { user } = setUp([
    aPhoto(),
    aPhoto({
      id: '8',
      kind: 'firma',
      sameAs: { code: 'D0000009' },
      receiver: { name: 'Rosa Díaz', document: '•••••912', relation: 'Vecina' },
    }),
  ]);
  await user.click(await screen.findByRole('button', { name: /^Ver la foto: Entrega/ }));
  const first = screen.getByRole('dialog', { name: 'Foto 1 de 2: Entrega' });
  expect(within(first).getByRole('img').getAttribute('src')).toMatch(
    /\/api\/evidence\/7\/file\?officeId=LIMA&medida=completa$/,
  );
  expect(within(first).getByText('Pedro Rojas')).toBeTruthy();
  fireEvent.keyDown(first, { key: 'ArrowRight' });
  const second = screen.getByRole('dialog', { name: 'Foto 2 de 2: Firma' });
  expect(within(second).getByText('La misma foto está en la orden D0000009')).toBeTruthy();
  expect(within(second).getByRole<HTMLButtonElement>('button', { name: /^Foto siguiente/ }).disabled).toBe(true);
  await user.click(within(second).getByRole('button', { name: /^Cerrar/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Recibió Rosa Díaz, Vecina, •••••912')).toBeTruthy();
});

it('marks photos of visits that are under review or rejected', async () => {
  const visit = '00000000-0000-4000-8000-000000000000';
  const { user } = setUp([
    aPhoto({ visit, visitState: 'aplicada' }),
    aPhoto({ id: '8', visit, visitState: 'pendiente' }),
    aPhoto({ id: '9', visit, visitState: 'rechazada' }),
  ]);
  await user.click(await screen.findByRole('button', { name: /^Ver la foto: .*, por revisar$/ }));
  const second = screen.getByRole('dialog', { name: 'Foto 2 de 3: Entrega' });
  expect(within(second).getByText('Visita: por revisar')).toBeTruthy();
  fireEvent.keyDown(second, { key: 'ArrowRight' });
  expect(within(screen.getByRole('dialog')).getByText('Visita: rechazada')).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' });
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' });
  expect(within(screen.getByRole('dialog')).queryByText(/^Visita:/)).toBeNull();
  expect(screen.getAllByText(/^(Por revisar|Rechazada)$/).map(({ textContent }) => textContent)).toEqual([
    'Por revisar',
    'Rechazada',
  ]);
});

it('adds a photo of the chosen kind, with the same key when it is sent again', async () => {
  const { gateway, choose, show } = setUp([]);
  let answer: unknown = problem('unprocessable', { detail: 'La foto está dañada o incompleta; vuelva a tomarla' });
  gateway.on(evidenceOperations['evidence.add'], () => answer);
  const file = jpeg();
  await choose(file);
  await waitFor(() => {
    expect(screen.getByRole('alert').textContent).toContain('La foto está dañada o incompleta');
  });
  answer = aPhoto({ kind: 'fachada' });
  show([aPhoto({ kind: 'fachada' })]);
  await choose(file);
  expect(await screen.findByRole('button', { name: /^Ver la foto: Fachada/ })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('');
  const sent = gateway.sentTo(evidenceOperations['evidence.add']);
  expect(sent.map(({ query }) => query)).toEqual([
    { officeId: 'LIMA', kind: 'fachada' },
    { officeId: 'LIMA', kind: 'fachada' },
  ]);
  const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
  expect([keys[0] === keys[1], sent[0]?.headers['Content-Type']]).toEqual([true, 'image/jpeg']);
});

it('refuses other files and very large ones before sending them', async () => {
  const { gateway, choose } = setUp([]);
  await choose(new File(['%PDF'], 'guia.pdf', { type: 'application/pdf' }));
  expect(screen.getByRole('alert').textContent).toBe('El archivo no es una foto JPEG, PNG o WebP');
  await choose(jpeg(8 * 1024 * 1024 + 1));
  expect(screen.getByRole('alert').textContent).toContain('más de 8 MB');
  expect(gateway.sentTo(evidenceOperations['evidence.add'])).toEqual([]);
});
