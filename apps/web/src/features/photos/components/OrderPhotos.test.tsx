import { type Evidence, evidenceOperations } from '@despacho/contracts/dispatch';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { aPhoto } from '#test/a-photo.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { aView } from '#test/a-view.ts';
import { renderInApp } from '#test/render.tsx';
import { publishNews } from '#shared/live/live-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { OrderPhotos } from './OrderPhotos.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setUp(photos: Evidence[], { charge = 'A', order = anOrder({ state: 'entregada' }) } = {}) {
  const gateway = fakeGateway();
  markIn(aView({ charge }));
  let shown = photos;
  gateway.on(evidenceOperations['evidence.list'], () => shown);
  const { user, container } = renderInApp(<OrderPhotos order={order} officeId="LIMA" timeZone="America/Lima" />);
  return {
    gateway,
    user,
    choose: async (...files: File[]) => {
      await user.click(await screen.findByRole('button', { name: 'Agregar fotos' }));
      await user.selectOptions(screen.getByRole('combobox', { name: 'De qué son las fotos' }), 'Fachada');
      const input = container.querySelector('input[type=file]');
      // A picker's filter is only a suggestion.
      if (input) fireEvent.change(input, { target: { files } });
    },
    drop: (target: Element, ...files: File[]) => {
      const dataTransfer = { types: ['Files'], files, dropEffect: '' };
      for (const type of ['dragover', 'drop'] as const)
        fireEvent(target, Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer }));
    },
    /** The lines of the upload window: name, size and state. */
    uploads: () =>
      within(screen.getByRole('list', { name: 'Fotos por subir' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    show: (next: Evidence[]) => {
      shown = next;
    },
  };
}

const jpeg = (name = 'puerta.jpg', size = 10) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });

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

it('adds photos of the chosen kind, and retries only failed ones, with the same key', async () => {
  const { gateway, user, choose, show, uploads } = setUp([]);
  let isBusy = true;
  gateway.on(evidenceOperations['evidence.add'], ({ body }) =>
    isBusy && (body as File).name === 'dos.jpg'
      ? problem('too-many-requests', { detail: 'Su oficina está enviando varias fotos; espere un momento.' })
      : aPhoto({ kind: 'fachada' }),
  );
  await choose(jpeg('uno.jpg'), jpeg('dos.jpg'), jpeg('tres.jpg'));
  await user.click(screen.getByRole('button', { name: 'Subir 3 fotos' }));
  await waitFor(() => {
    expect(uploads()).toEqual([
      expect.stringMatching(/^uno.jpg1 KBAgregada/),
      expect.stringMatching(/^dos.jpg1 KBSu oficina está enviando varias fotos/),
      expect.stringMatching(/^tres.jpg1 KBAgregada/),
    ]);
  });
  expect(screen.getByText('1 foto sin subir, 2 fotos ya en la orden')).toBeTruthy();
  isBusy = false;
  show([aPhoto({ kind: 'fachada' })]);
  await user.click(screen.getByRole('button', { name: 'Reintentar 1 foto' }));
  // The window closes when nothing is left.
  expect(await screen.findByRole('button', { name: /^Ver la foto: Fachada/ })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const sent = gateway.sentTo(evidenceOperations['evidence.add']);
  expect(sent.map(({ query, body }) => [query['kind'], (body as File).name])).toEqual(
    ['uno.jpg', 'dos.jpg', 'tres.jpg', 'dos.jpg'].map((name) => ['fachada', name]),
  );
  const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
  expect([new Set(keys).size, keys[3] === keys[1], sent[0]?.headers['Content-Type']]).toEqual([3, true, 'image/jpeg']);
});

it('accepts photos dropped on it, and ignores a drop elsewhere', async () => {
  const { gateway, user, drop, uploads } = setUp([]);
  gateway.on(evidenceOperations['evidence.add'], () => aPhoto());
  await screen.findByText('Entregada sin evidencia.');
  drop(document.body, jpeg());
  expect(screen.queryByRole('dialog')).toBeNull();
  drop(screen.getByRole('heading', { name: 'Fotos' }), jpeg('uno.jpg'), jpeg('dos.jpg'));
  expect(uploads()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Quitar uno.jpg' }));
  await user.click(screen.getByRole('button', { name: 'Subir 1 foto' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  // An office's photo of a delivered order is one of the delivery, unless it is changed.
  expect(gateway.sentTo(evidenceOperations['evidence.add']).map(({ query }) => query['kind'])).toEqual(['entrega']);
});

it('stops when it is cancelled, and can continue', async () => {
  const { gateway, user, choose, uploads } = setUp([]);
  const held = Promise.withResolvers<undefined>();
  gateway.on(evidenceOperations['evidence.add'], async () => {
    await held.promise;
    return aPhoto({ kind: 'fachada' });
  });
  await choose(jpeg('uno.jpg'), jpeg('dos.jpg'), jpeg('tres.jpg'));
  await user.click(screen.getByRole('button', { name: 'Subir 3 fotos' }));
  await waitFor(() => {
    expect(gateway.sentTo(evidenceOperations['evidence.add'])).toHaveLength(2);
  });
  expect(screen.getByRole('progressbar', { name: 'Fotos enviadas' })).toHaveProperty('max', 3);
  await user.click(screen.getByRole('button', { name: 'Cancelar el envío' }));
  held.resolve(undefined);
  await waitFor(() => {
    expect(uploads().map((text) => text.endsWith('Cancelada'))).toEqual([true, true, true]);
  });
  expect(gateway.sentTo(evidenceOperations['evidence.add'])).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Reintentar 3 fotos' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('reduces large photos, and says what to do with those it cannot read', async () => {
  vi.stubGlobal('createImageBitmap', (file: File) =>
    file.name === 'grande.jpg'
      ? Promise.resolve({ width: 8000, height: 6000, close: () => undefined })
      : Promise.reject(new DOMException('', 'InvalidStateError')),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as never);
  const sizes: number[][] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(this: HTMLCanvasElement, done) {
    sizes.push([this.width, this.height]);
    done(new Blob([new Uint8Array(400_000)], { type: 'image/jpeg' }));
  });
  const { gateway, user, choose, uploads } = setUp([]);
  gateway.on(evidenceOperations['evidence.add'], () => aPhoto({ kind: 'fachada' }));
  await choose(
    jpeg('grande.jpg', 12_000_000),
    new File(['x'], 'IMG_1.HEIC'),
    new File(['%PDF'], 'guia.pdf', { type: 'application/pdf' }),
    jpeg('vacia.jpg', 0),
    jpeg('enorme.jpg', 40 * 1024 * 1024 + 1),
  );
  await user.click(screen.getByRole('button', { name: 'Subir 2 fotos' }));
  await waitFor(() => {
    expect(uploads()).toEqual([
      'grande.jpg12 MB → 0.4 MBAgregada',
      expect.stringMatching(/^IMG_1.HEIC1 KBEs una foto HEIC de iPhone, .*como JPEG/),
      expect.stringContaining('El archivo no es una foto JPEG, PNG o WebP'),
      expect.stringContaining('El archivo está vacío'),
      expect.stringContaining('El archivo pesa más de 40 MB'),
    ]);
  });
  expect(sizes).toEqual([[1600, 1200]]);
  expect(gateway.sentTo(evidenceOperations['evidence.add']).map(({ body }) => (body as Blob).size)).toEqual([400_000]);
});

it('says under which kind the order already had a photo, and stays open', async () => {
  const { gateway, user, choose, uploads } = setUp([]);
  gateway.on(evidenceOperations['evidence.add'], ({ body }) =>
    aPhoto({ kind: (body as File).name === 'uno.jpg' ? 'entrega' : 'fachada' }),
  );
  await choose(jpeg('uno.jpg'), jpeg('dos.jpg'));
  await user.click(screen.getByRole('button', { name: 'Subir 2 fotos' }));
  await waitFor(() => {
    expect(uploads()).toEqual(['uno.jpg1 KBYa estaba en la orden como «Entrega»', 'dos.jpg1 KBAgregada']);
  });
});

it('closes after the upload without waiting for the photos to be read again', async () => {
  const { gateway, user, choose } = setUp([]);
  gateway.on(evidenceOperations['evidence.add'], () => aPhoto({ kind: 'fachada' }));
  await choose(jpeg());
  gateway.on(evidenceOperations['evidence.list'], () => new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Subir 1 foto' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('reads the photos again after their checks were accepted', async () => {
  const { gateway } = setUp([aPhoto()]);
  await screen.findByRole('button', { name: /^Ver la foto/ });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  act(() => {
    publishNews({
      type: 'event',
      event: {
        type: 'note.changed',
        at: '2026-11-20T15:00:00Z',
        officeId: 'LIMA',
        actor: { username: 'ana', user: 'Ana Torres' },
        what: 'prueba_aceptada',
        order: { id: '7', code: 'D-7' },
        note: { id: '9', text: 'La prueba se dio por buena' },
      },
    });
  });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(gateway.sentTo(evidenceOperations['evidence.list'])).toHaveLength(2);
});

it('lets charge S remove a photo with a reason, and shows the next one', async () => {
  const { gateway, user, show } = setUp([aPhoto(), aPhoto({ id: '8', kind: 'firma' })], { charge: 'S' });
  gateway.on(evidenceOperations['evidence.remove'], () => {
    show([aPhoto({ id: '8', kind: 'firma' })]);
    return { order: { id: '7', code: 'D-7', evidence: 1 } };
  });
  await user.click(await screen.findByRole('button', { name: /^Ver la foto: Entrega/ }));
  await user.click(screen.getByRole('button', { name: 'Eliminar la foto' }));
  const dialog = screen.getByRole('dialog', { name: 'Eliminar la foto' });
  await user.click(within(dialog).getByRole('button', { name: 'Eliminar la foto' }));
  expect(within(dialog).getByText('Escriba por qué se elimina')).toBeTruthy();
  expect(gateway.sentTo(evidenceOperations['evidence.remove'])).toEqual([]);
  // Letters are no keys of the photo behind it.
  await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Error de orden');
  await user.click(within(dialog).getByRole('button', { name: 'Eliminar la foto' }));
  expect(await screen.findByRole('dialog', { name: 'Foto 1 de 1: Firma' })).toBeTruthy();
  const [sent] = gateway.sentTo(evidenceOperations['evidence.remove']);
  expect([sent?.path, sent?.body]).toEqual(['/api/evidence/7/remove', { why: 'Error de orden' }]);
});

it('offers no removal to others', async () => {
  const { user } = setUp([aPhoto()]);
  await user.click(await screen.findByRole('button', { name: /^Ver la foto/ }));
  expect(screen.getByRole('button', { name: 'Descargar' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Eliminar la foto' })).toBeNull();
});
