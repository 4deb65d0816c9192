import { act, screen, within } from '@testing-library/react';
import { courierOperations } from '@despacho/contracts/dispatch';
import { Profiler, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { forgetPositions, recordPositions } from '#shared/live/positions-store.ts';
import { renderInApp } from '#test/render.tsx';
import { couriersKey } from './api/couriers-query.ts';
import { CouriersPane } from './CouriersPane.tsx';

const PANE = {
  officeId: 'LIMA',
  load: { day: '2026-11-20', today: '2026-11-20' },
  menuOf: () => [],
  stopsOf: () => null,
  onCreate: () => undefined,
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  forgetPositions();
});

it('updates the last place of couriers, and hides it after twelve hours', async () => {
  const now = Date.parse('2026-11-21T20:00:00Z');
  vi.useFakeTimers({ now, toFake: ['Date'] });
  fakeGateway().on(courierOperations['couriers.list'], () =>
    ['Ana', 'Beto', 'Ciro'].map((name) => aCourier({ id: name, name })),
  );
  renderInApp(<CouriersPane {...PANE} timeZone="America/Lima" />);
  const textOf = async (name: string) => (await screen.findByRole('listitem', { name })).textContent;
  expect(await textOf('Ana')).not.toContain('hace');
  const positionAt = (courierId: string, minutesAgo: number, district: string) => ({
    courierId,
    at: new Date(now - minutesAgo * 60_000).toISOString(),
    lat: -12.06,
    lng: -77.05,
    accuracy: 10,
    district,
  });
  act(() => {
    recordPositions([positionAt('Ana', 2, 'Breña'), positionAt('Beto', 721, 'Breña'), positionAt('Ciro', 1, '')]);
    recordPositions([positionAt('Ana', 9, 'Lince')]);
  });
  expect(await textOf('Ana')).toContain('hace 2 min, Breña');
  expect(await textOf('Beto')).not.toContain('hace');
  expect(await textOf('Ciro')).toContain('hace 1 min, lugar dudoso');
});

it('renders couriers in view, at the ends and opened ones, and none again when others move', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(88);
  const couriers = Array.from({ length: 300 }, (_, index) => aCourier({ id: `c${index}`, name: `R${1000 + index}` }));
  fakeGateway().on(courierOperations['couriers.list'], () => couriers);
  const onRender = vi.fn();
  const { user } = renderInApp(
    <Profiler id="pane" onRender={onRender}>
      <CouriersPane {...PANE} timeZone="America/Lima" />
    </Profiler>,
  );
  const last = await screen.findByRole('listitem', { name: 'R1299' });
  expect([last.getAttribute('aria-posinset'), last.getAttribute('aria-setsize')]).toEqual(['300', '300']);
  const shown = screen.getAllByRole('listitem').length;
  expect(shown).toBeLessThan(40);
  const search = screen.getByRole('textbox', { name: 'Buscar repartidor' });
  await user.click(search);
  await user.paste('R1200');
  await user.click(within(screen.getByRole('listitem', { name: 'R1200' })).getByRole('button', { name: /^R1200/ }));
  await user.clear(search);
  expect(screen.getByRole('listitem', { name: 'R1200' })).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(shown + 1);

  const changes = new MutationObserver(() => undefined);
  changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  onRender.mockClear();
  const place = { at: new Date().toISOString(), lat: -12.06, lng: -77.05, accuracy: 10, district: 'Breña' };
  act(() => recordPositions(couriers.slice(100, 200).map(({ id }) => ({ courierId: id, ...place }))));
  expect(changes.takeRecords()).toEqual([]);
  expect(onRender).not.toHaveBeenCalled();
});

it('offers to create the first courier, and to clear a search without results', async () => {
  let couriers: ReturnType<typeof aCourier>[] = [];
  fakeGateway().on(courierOperations['couriers.list'], () => couriers);
  const create = vi.fn();
  const { client, user } = renderInApp(<CouriersPane {...PANE} timeZone="America/Lima" onCreate={create} />);
  await user.click(await screen.findByRole('button', { name: 'Crear un repartidor' }));
  expect(create).toHaveBeenCalledOnce();
  couriers = [aCourier({ name: 'Ana' })];
  await act(() => client.invalidateQueries({ queryKey: couriersKey('LIMA') }));
  expect(await screen.findByRole('listitem', { name: 'Ana' })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Buscar repartidor' }), 'zzz');
  expect(screen.queryByRole('button', { name: 'Crear un repartidor' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Ver todos' }));
  expect(await screen.findByRole('listitem', { name: 'Ana' })).toBeTruthy();
});

it.each([
  ['Europe/Madrid', '1 en turno'],
  ['America/Lima', '0 en turno'],
])("counts couriers on shift in the office's time zone %s", async (timeZone, count) => {
  // 09:00 in Madrid, 03:00 in Lima.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z'), toFake: ['Date'] });
  fakeGateway().on(courierOperations['couriers.list'], () => [aCourier({ shift: { from: '08:00', to: '18:00' } })]);
  renderInApp(<CouriersPane {...PANE} timeZone={timeZone} />);
  expect(await screen.findByText(new RegExp(count))).toBeTruthy();
});

it('keeps the order of the couriers while orders are dragged', async () => {
  const couriers = (loads: readonly [ana: number, beto: number]) =>
    ['Ana', 'Beto'].map((name, at) =>
      aCourier({ id: name, name, capacityOrders: 10, load: { orders: loads[at] ?? 0, weightGrams: 0 } }),
    );
  fakeGateway().on(courierOperations['couriers.list'], () => couriers([1, 2]));
  const Pane = () => {
    const [isDragging, setDragging] = useState(false);
    const drag = (
      <button
        type="button"
        onClick={() => {
          setDragging(!isDragging);
        }}
      >
        drag
      </button>
    );
    return <CouriersPane {...PANE} timeZone="America/Lima" isDragging={isDragging} tools={drag} />;
  };
  const { client, user } = renderInApp(<Pane />);
  await screen.findByRole('listitem', { name: 'Ana' });
  await user.click(screen.getByRole('button', { name: 'Orden: Nombre' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Menos carga' }));
  const names = () => screen.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'));
  const receive = (loads: readonly [number, number]): Promise<void> =>
    // Two tasks: the cache notifies its observers in the next one.
    act(async () => {
      client.setQueryData(couriersKey('LIMA'), couriers(loads));
      await new Promise((done) => {
        setTimeout(done);
      });
    });
  await user.click(screen.getByRole('button', { name: 'drag' }));
  await receive([9, 3]);
  expect(names()).toEqual(['Ana', 'Beto']);
  expect(screen.getByRole('listitem', { name: 'Ana' }).textContent).toContain('9');
  await user.click(screen.getByRole('button', { name: 'drag' }));
  expect(names()).toEqual(['Beto', 'Ana']);
});
