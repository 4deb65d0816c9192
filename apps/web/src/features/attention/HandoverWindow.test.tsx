import { attentionOperations, type Handover, handoverOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { aLine, anAttention } from '#test/an-attention.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import HandoverWindow from './HandoverWindow.tsx';

const LUIS = { username: 'luis', user: 'Luis Quispe' };
const NOTE = {
  id: '4',
  at: '2026-11-20T14:00:00.000Z',
  by: LUIS,
  text: 'Falta recoger la llave',
  reads: [],
  authorLeft: false,
  mayRead: true,
};

let gateway: ReturnType<typeof fakeGateway>;
let handover: Handover;
beforeEach(() => {
  gateway = fakeGateway();
  handover = {
    at: '2026-11-20T15:00:00.000Z',
    notes: [NOTE],
    loads: [
      { courier: null, open: 3, late: 1, next: '2026-11-20T19:00:00.000Z' },
      { courier: { id: '3', name: 'Rosa Huanca' }, open: 4, late: 4, next: null },
    ],
  };
  gateway.on(handoverOperations['handover.read'], () => handover);
  gateway.on(attentionOperations['attention.list'], () => anAttention([aLine({ taken: { by: LUIS, at: NOTE.at } })]));
});

function openWindow(modules = ['D04', 'U01']) {
  markIn(aView({ charge: 'D', permissionsList: modules.map((module) => ({ module })) }));
  return renderInApp(<HandoverWindow officeId="LIMA" timeZone="America/Lima" onClose={vi.fn()} />);
}

const sheet = async () => within(await screen.findByRole('region', { name: 'Vista de la hoja' }));
const rowsOf = async (table: string) =>
  within((await sheet()).getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it('shows what is open, who has it and what was promised', async () => {
  openWindow();
  expect(await rowsOf('Órdenes abiertas hasta hoy')).toEqual([
    ['Sin asignar', '3', '1', 'antes de 14:00'],
    ['Rosa Huanca', '4', '4', '–'],
  ]);
  expect(await rowsOf('Por atender')).toEqual([
    ['Sin asignar hace 0 s', 'D0005964 · Boticas Aurora, San Borja', '10:00', 'Luis Quispe'],
  ]);
});

it('is read by the next shift, by name and time', async () => {
  gateway.on(handoverOperations['handover.acknowledge'], () => {
    handover = {
      ...handover,
      notes: [
        {
          ...NOTE,
          authorLeft: true,
          mayRead: false,
          reads: [{ by: { username: 'ana', user: 'Ana Torres' }, at: '2026-11-20T19:02:00.000Z' }],
        },
      ],
    };
    return handover.notes[0];
  });
  const { user } = openWindow();
  expect((await sheet()).getByText(/Sin leer$/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Marcar como leída' }));
  await waitFor(async () =>
    expect(
      (await sheet()).getByText(/^Luis Quispe \(ya no está en esta oficina\), .*Leído por Ana Torres, .*14:02$/),
    ).toBeTruthy(),
  );
  expect(gateway.sentTo(handoverOperations['handover.acknowledge']).map(({ path }) => path)).toEqual([
    '/api/handover/4/read',
  ]);
});

it('takes a note for the next shift from people with U01 alone', async () => {
  gateway.on(handoverOperations['handover.write'], () => NOTE);
  const { user, unmount } = openWindow();
  await user.type(await screen.findByLabelText('Nota para el siguiente turno'), '  Llamar a Rosa  ');
  await user.click(screen.getByRole('button', { name: 'Dejar la nota' }));
  await waitFor(() =>
    expect(gateway.sentTo(handoverOperations['handover.write']).map(({ body }) => body)).toEqual([
      { text: 'Llamar a Rosa' },
    ]),
  );
  unmount();
  openWindow(['D04']);
  await sheet();
  expect(screen.queryByLabelText('Nota para el siguiente turno')).toBeNull();
});
