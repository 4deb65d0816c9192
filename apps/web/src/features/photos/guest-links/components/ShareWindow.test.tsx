import { type GuestLink, guestLinkOperations } from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { ShareDay } from './ShareDay.tsx';
import { ShareWindow } from './ShareWindow.tsx';

const aLink = (changes: Partial<GuestLink> = {}): GuestLink => ({
  id: '5',
  order: { id: '7', code: 'LIM-0042' },
  client: { id: 'c1', name: 'Bodega Ñandú' },
  day: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  expiresAt: '2026-11-27T15:00:00.000Z',
  by: { username: 'luis', user: 'Luis Quispe' },
  isSuspended: false,
  openings: 0,
  lastOpenings: [],
  ...changes,
});

let gateway: ReturnType<typeof fakeGateway>;
let links: GuestLink[];
beforeEach(() => {
  gateway = fakeGateway();
  links = [];
  gateway.on(guestLinkOperations['guestLinks.list'], () => ({ links, live: links.length }));
  gateway.on(guestLinkOperations['guestLinks.create'], () => {
    links = [aLink({ by: { username: 'ana', user: 'Ana Torres' } }), ...links];
    return { fragment: 'A'.repeat(43), link: links[0] };
  });
});

const show = () =>
  renderInApp(
    <ShareWindow
      officeId="LIMA"
      timeZone="America/Lima"
      title="Compartir la constancia de LIM-0042"
      subject={{ kind: 'order', orderId: '7' }}
      onClose={vi.fn()}
    />,
  );

it('creates a link for the chosen duration, and shows its address once', async () => {
  const { user } = show();
  expect(await screen.findByText('Esta orden no tiene enlaces vigentes.')).toBeDefined();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sirve durante' }), '30 días');
  await user.click(screen.getByRole('button', { name: 'Crear enlace' }));
  const address = await screen.findByRole('textbox', { name: 'Dirección del enlace' });
  expect(address).toHaveProperty('value', `${document.baseURI}c/#${'A'.repeat(43)}`);
  expect(document.activeElement).toBe(address);
  expect(gateway.sentTo(guestLinkOperations['guestLinks.create'])).toMatchObject([
    { body: { subject: { kind: 'order', orderId: '7' }, days: 30 } },
  ]);
  expect(await screen.findByText(/Lo creó Ana Torres, 20 nov 2026, 10:00/)).toBeDefined();
});

it('lists when links were opened, and ends one after confirmation', async () => {
  links = [aLink({ openings: 3, lastOpenings: [{ at: '2026-11-20T16:00:00.000Z', network: '203.0.113.0/24' }] })];
  gateway.on(guestLinkOperations['guestLinks.revoke'], () => {
    links = [];
    return {};
  });
  const { user } = show();
  await user.click(await screen.findByText('Se abrió 3 veces'));
  const opened = screen.getByRole('list', { name: 'Las últimas aperturas' });
  expect(within(opened).getByRole('listitem').textContent).toBe('20 nov 2026, 11:00 desde la red 203.0.113.0/24');
  await user.click(screen.getByRole('button', { name: /^Anular el enlace: LIM-0042/ }));
  expect(gateway.sentTo(guestLinkOperations['guestLinks.revoke'])).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Anular enlace' }));
  expect(await screen.findByText('Esta orden no tiene enlaces vigentes.')).toBeDefined();
});

it('shares a client’s day once a client is chosen, and lists the office’s links', async () => {
  links = [aLink({ id: '4', order: null, day: '2026-11-19' })];
  const { user } = renderInApp(
    <ShareDay
      officeId="LIMA"
      timeZone="America/Lima"
      clients={[{ value: 'c1', label: 'Bodega Ñandú' }]}
      day="2026-11-19"
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Compartir' }));
  expect(await screen.findByText(/Bodega Ñandú, 19 nov/)).toBeDefined();
  expect(screen.getByText('1 de 1,000')).toBeDefined();
  const create = screen.getByRole('button', { name: 'Crear enlace' });
  expect(create).toHaveProperty('disabled', true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cliente' }), 'Bodega Ñandú');
  await user.click(create);
  await screen.findByRole('textbox', { name: 'Dirección del enlace' });
  expect(gateway.sentTo(guestLinkOperations['guestLinks.create'])).toMatchObject([
    { body: { subject: { kind: 'client', clientId: 'c1', day: '2026-11-19' }, days: 7 } },
  ]);
});

it('marks a link whose author may not share any more', async () => {
  links = [aLink({ isSuspended: true })];
  show();
  expect(await screen.findByText('No muestra nada: quien lo creó ya no puede compartir')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Anular el enlace/ })).toBeDefined();
});
