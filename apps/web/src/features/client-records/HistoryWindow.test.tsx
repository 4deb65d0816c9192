import { type ClientHistory, clientRecordOperations } from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import HistoryWindow from './HistoryWindow.tsx';

const read = clientRecordOperations['clients.history'];
const by = { username: 'ana.torres', user: 'Ana Torres' };

const open = () =>
  renderInApp(
    <HistoryWindow
      officeId="LIMA"
      timeZone="America/Lima"
      client={{ id: 'c1', name: 'Botica Sol' }}
      onClose={vi.fn()}
    />,
  );

it('lists who changed what, with the values before and after', async () => {
  const history: ClientHistory = {
    changes: [
      {
        id: '3',
        at: '2026-11-20T15:00:00.000Z',
        by,
        what: 'notas',
        before: { delivered: [] },
        after: { delivered: ['guia', 'entrega'] },
      },
      {
        id: '2',
        at: '2026-11-19T15:00:00.000Z',
        by,
        what: 'recibio',
        before: {},
        after: { from: 'Botica El Sol (C0002)', orders: 12, renamed: 1 },
      },
      { id: '1', at: '2026-11-18T15:00:00.000Z', by, what: 'creado', before: {}, after: { name: 'Sol', terms: null } },
    ],
  };
  fakeGateway().on(read, () => history);
  open();
  const list = within(await screen.findByRole('list', { name: 'Cambios' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Ana Torres · .*Fotos al entregar: de «—» a «Guía o cargo; Entrega»/),
    'Fotos al entregar: de «—» a «Guía o cargo; Entrega»',
    expect.stringContaining('Recibió a: Botica El Sol (C0002)'),
    'Recibió a: Botica El Sol (C0002)',
    'Órdenes: 12',
    'Referencias renombradas: 1',
    expect.stringContaining('Nombre: Sol'),
    'Nombre: Sol',
  ]);
});

it('says that nobody has changed a client yet', async () => {
  fakeGateway().on(read, () => ({ changes: [] }));
  open();
  expect(await screen.findByText('Nadie lo ha cambiado aquí todavía.')).toBeTruthy();
});

it('offers to load the history again after a failure', async () => {
  const gateway = fakeGateway();
  gateway.on(read, () => problem('upstream-refused'));
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Reintentar' });
  gateway.on(read, () => ({ changes: [] }));
  await user.click(again);
  expect(await screen.findByText('Nadie lo ha cambiado aquí todavía.')).toBeTruthy();
});
