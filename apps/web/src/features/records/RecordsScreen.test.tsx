import { configOperations, officeOperations } from '@despacho/contracts';
import { companyTrailOperations, type TrailEntryView, type TrailPage } from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { TopBarSlotContext } from '#shared/ui/TopBarSlot/top-bar-slot.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { Component as RecordsScreen } from './RecordsScreen.tsx';

const ENTRY: TrailEntryView = {
  id: '7',
  at: '2026-11-20T15:05:00.000Z',
  lastAt: '2026-11-20T15:05:00.000Z',
  count: 1,
  kind: 'account.disabled',
  officeId: 'LIMA',
  actor: { username: 'ana.torres', user: 'Ana Torres' },
  subject: { kind: 'user', id: '4', name: 'Rosa <b>Mamani</b>' },
  address: null,
  requestId: 'r-77',
  last: null,
  details: { before: { state: 'active' }, after: { state: 'disabled' } },
};
const FAILED: TrailEntryView = {
  ...ENTRY,
  id: '6',
  kind: 'signIn.failed',
  count: 12,
  lastAt: '2026-11-20T15:40:00.000Z',
  actor: null,
  subject: null,
  address: '190.12.34.56',
  details: null,
};
const LIST = companyTrailOperations['trail.list'];

let gateway: ReturnType<typeof fakeGateway>;
let page: TrailPage;
let sections: { operations: boolean; directory: boolean };
beforeEach(() => {
  gateway = fakeGateway();
  page = { entries: [ENTRY, FAILED], next: null, days: 365 };
  sections = { operations: true, directory: true };
  gateway.on(LIST, () => page);
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { ...sections, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  gateway.on(officeOperations['offices.list'], () => []);
  markIn(aView());
});

const show = (path = '/records') =>
  renderInApp(
    <TopBarSlotContext value={document.body.appendChild(document.createElement('div'))}>
      <RecordsScreen />
    </TopBarSlotContext>,
    { path },
  );
const asked = () => gateway.sentTo(LIST).map(({ query }) => query);

describe('Registro', () => {
  it('shows who did what to whom, counts, and the details with the id of the request', async () => {
    show();
    const row = within(await screen.findByRole('row', { name: /Desactivó una cuenta/ }));
    // As text, whatever a name contains.
    expect(row.getByText('Persona: Rosa <b>Mamani</b>')).toBeTruthy();
    expect(row.getByText('20 nov 2026, 10:05')).toBeTruthy();
    expect(row.getByText('state: disabled')).toBeTruthy();
    expect(row.getByText('r-77')).toBeTruthy();
    const failed = within(screen.getByRole('row', { name: /Ingreso fallido/ }));
    expect(failed.getByText('12 veces, última: 10:40')).toBeTruthy();
    expect(failed.getByText('Desconocido')).toBeTruthy();
    expect(screen.getByText(/Cada entrada se guarda 365 días/)).toBeTruthy();
  });

  it('collapses automatic entries into a line a day, which a click expands', async () => {
    const ended = { ...ENTRY, kind: 'session.ended', subject: null, details: { reason: 'idle' } };
    page = {
      ...page,
      entries: [ENTRY, { ...ended, id: '5' }, { ...ended, id: '4', details: { reason: 'host' } }, FAILED],
    };
    const { user, router } = show();
    const fold = await screen.findByRole('button', { name: '2 sesiones terminadas' });
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('Sesión terminada')).toBeNull();
    await user.click(fold);
    expect(screen.getAllByText('Sesión terminada')).toHaveLength(2);
    await user.click(fold);
    expect(screen.queryByText('Sesión terminada')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /las sesiones que terminó el sistema/ }));
    expect(await screen.findAllByText('Sesión terminada')).toHaveLength(2);
    expect(router.state.location.search).toBe('?automatico=1');
    // A search keeps it, and one for these entries folds nothing.
    await user.click(screen.getAllByRole('button', { name: /Ana Torres/ })[0] ?? fold);
    expect(router.state.location.search).toBe('?persona=ana.torres&automatico=1');
    expect(asked().at(-1)).toEqual({ officeId: 'LIMA', persona: 'ana.torres' });
  });

  it('collapses nothing in a search for ended sessions', async () => {
    page = { ...page, entries: [{ ...ENTRY, kind: 'session.ended', details: { reason: 'idle' } }] };
    show('/records?tipo=session.ended');
    expect(await screen.findByRole('row', { name: /Sesión terminada/ })).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('shows both addresses of an entry that counts several', async () => {
    const last = { address: '190.1.1.1', requestId: 'r-99' };
    page = { ...page, entries: [{ ...FAILED, actor: ENTRY.actor, requestId: 'r-1', last }] };
    const { user, router } = show();
    const row = within(await screen.findByRole('row', { name: /Ingreso fallido/ }));
    expect(row.getByText('Varios')).toBeTruthy();
    expect(row.getByText('r-99')).toBeTruthy();
    await user.click(row.getByRole('button', { name: '190.1.1.1' }));
    expect(router.state.location.search).toBe('?direccion=190.1.1.1');
  });

  it('searches with the form, keeps the search in the address, and clears it', async () => {
    const { user, router } = show();
    await screen.findByRole('row', { name: /Desactivó/ });
    await user.type(screen.getByLabelText('Persona'), 'rosa{Enter}');
    await vi.waitFor(() => expect(asked().at(-1)).toEqual({ officeId: 'LIMA', persona: 'rosa' }));
    expect(router.state.location.search).toBe('?persona=rosa');
    await user.click(await screen.findByRole('button', { name: 'Quitar filtros' }));
    await vi.waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('searches for a person or an address of the list', async () => {
    const { user, router } = show('/records?tipo=signIn.failed');
    await user.click(await screen.findByRole('button', { name: '190.12.34.56' }));
    expect(router.state.location.search).toBe('?tipo=signIn.failed&direccion=190.12.34.56');
    await user.click(await screen.findByRole('button', { name: /Ana Torres/ }));
    expect(router.state.location.search).toBe('?persona=ana.torres&tipo=signIn.failed&direccion=190.12.34.56');
  });

  it('says which field is wrong, and sends nothing', async () => {
    const { user } = show();
    await screen.findByRole('row', { name: /Desactivó/ });
    await user.type(screen.getByLabelText('Dirección'), 'mi casa{Enter}');
    expect(screen.getByText('Escriba una dirección como 190.12.34.56')).toBeTruthy();
    expect(asked()).toHaveLength(1);
  });

  it('loads older entries on request', async () => {
    page = { ...page, next: '6' };
    const { user } = show();
    const more = await screen.findByRole('button', { name: 'Ver más' });
    page = { entries: [{ ...ENTRY, id: '5', kind: 'office.closed' }], next: null, days: 365 };
    await user.click(more);
    expect(await screen.findByRole('row', { name: /Cerró una oficina/ })).toBeTruthy();
    expect(asked().at(-1)).toEqual({ officeId: 'LIMA', antes: '6' });
    expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull();
  });

  it('downloads what the search finds', async () => {
    const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      addresses.push(this.href);
    });
    const addresses: string[] = [];
    const { user } = show('/records?tipo=export.orders&desde=2026-11-01');
    await screen.findByRole('row', { name: /Desactivó/ });
    await user.click(screen.getByRole('button', { name: 'Descargar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'JSON por líneas' }));
    expect(addresses.map((address) => new URL(address).pathname + new URL(address).search)).toEqual([
      '/api/trail/file?officeId=LIMA&tipo=export.orders&desde=2026-11-01&formato=jsonl',
    ]);
    download.mockRestore();
  });

  it('says that nothing was found, or nothing recorded yet', async () => {
    page = { entries: [], next: null, days: 90 };
    const { unmount } = show('/records?persona=nadie');
    expect(await screen.findByRole('heading', { name: 'Nada coincide con la búsqueda' })).toBeTruthy();
    unmount();
    show();
    expect(await screen.findByRole('heading', { name: 'Todavía no hay nada registrado' })).toBeTruthy();
  });

  it('shows a failure with a retry', async () => {
    gateway.on(LIST, () => problem('unavailable'));
    show();
    expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
  });

  it('says what is missing with another host, and sends no request without a dispatch service', async () => {
    sections = { operations: true, directory: false };
    const { unmount } = show();
    expect(await screen.findByText(/Los ingresos fallidos no aparecen/)).toBeTruthy();
    unmount();
    sections = { operations: false, directory: false };
    const before = asked().length;
    show();
    expect(await screen.findByRole('heading', { name: 'Aquí no hay servicio de despacho' })).toBeTruthy();
    expect(asked()).toHaveLength(before);
  });
});
