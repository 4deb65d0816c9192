import { act, screen, within } from '@testing-library/react';
import { Profiler, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { renderInApp } from '#test/render.tsx';
import { DispatchOfficeContext, SelectionContext } from '#features/orders/state/use-orders-state.ts';
import { useSelectionState } from '#features/orders/state/use-selection-state.ts';
import { emptyFilter } from '@despacho/contracts/dispatch';
import { serverNow } from '#shared/http/server-clock.ts';
import { forgetPositions, recordPositions } from '#shared/live/positions-store.ts';
import { roundsOf } from '../rules/courier-rounds.ts';
import { SideList } from './SideList.tsx';

afterEach(forgetPositions);

/** The list within a screen of orders, all of which are loaded. */
function Screen({ orders, children }: { orders: readonly ReturnType<typeof anOrder>[]; children: ReactNode }) {
  const selection = useSelectionState({ officeId: 'LIMA', filter: emptyFilter(), sort: 'vence' }, orders);
  return (
    <DispatchOfficeContext value={{ officeId: 'LIMA', timeZone: 'America/Lima' }}>
      <SelectionContext value={selection}>
        {children}
        <output>{[...selection.ids].join(' ')}</output>
      </SelectionContext>
    </DispatchOfficeContext>
  );
}

it('says when each courier was last seen, with or without orders, and updates that', () => {
  const present = [
    { id: '7', name: 'Ana Ríos' },
    { id: '8', name: 'Eva Soto' },
  ];
  const loaded = anOrder({ state: 'en_ruta', courier: { id: '9', name: 'Zoe Paz' } });
  renderInApp(
    <Screen orders={[loaded]}>
      <SideList
        rounds={roundsOf([loaded], present)}
        round={undefined}
        orders={[loaded]}
        isReading={false}
        silence={10}
        numbers={new Map()}
        shownId={undefined}
        onCourier={vi.fn()}
        onOrder={vi.fn()}
      />
    </Screen>,
  );
  const seen = (courierId: string, minutes: number): void => {
    const at = new Date(serverNow() - minutes * 60_000 - 20_000).toISOString();
    recordPositions([{ courierId, at, lat: -12.05, lng: -77.04, accuracy: 10, district: 'Breña' }]);
  };
  const texts = () =>
    within(screen.getByRole('list', { name: 'Repartidores' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  act(() => {
    seen('7', 3);
    seen('8', 14);
  });
  expect(texts()).toEqual([
    expect.stringMatching(/Ana Ríoshace 3 min.*sin órdenes por entregar/),
    expect.stringMatching(/Eva Soto14 minsin señal · sin órdenes por entregar/),
    expect.stringMatching(/Zoe Pazsin posición.*siguiente: Miraflores · 1 por entregar/),
  ]);
  act(() => seen('9', 2));
  expect(texts()[2]).toContain('hace 2 min');
});

it('is one tab stop per list: arrows move, Space selects, Enter opens', async () => {
  const orders = ['1', '2', '3'].map((id) => anOrder({ id, code: `D-${id}` }));
  const onOrder = vi.fn();
  const { user } = renderInApp(
    <Screen orders={orders}>
      <SideList
        rounds={roundsOf([], [{ id: '7', name: 'Ana Ríos' }])}
        round={undefined}
        orders={orders}
        isReading={false}
        silence={10}
        numbers={new Map()}
        shownId={undefined}
        onCourier={vi.fn()}
        onOrder={onOrder}
      />
    </Screen>,
  );
  const selected = () => screen.getByRole('status').textContent;
  await user.tab();
  expect(document.activeElement?.textContent).toContain('Ana Ríos');
  await user.tab();
  expect(document.activeElement?.textContent).toContain('D-1');
  await user.keyboard('{ArrowDown} ');
  await user.keyboard('{End} ');
  expect(selected()).toBe('2 3');
  expect(screen.getByRole('checkbox', { name: 'Seleccionar D-3', checked: true })).toBeTruthy();
  expect(onOrder).not.toHaveBeenCalled();
  await user.keyboard(' ');
  expect(selected()).toBe('2');
  await user.keyboard('{Enter}');
  expect(onOrder).toHaveBeenCalledExactlyOnceWith('3');
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar D-1' }));
  expect(selected()).toBe('2 1');
});

it('renders rows in view and the focused one, and none again when others move', async () => {
  const present = Array.from({ length: 2000 }, (_, index) => ({ id: `c${index}`, name: `R${1000 + index}` }));
  const orders = Array.from({ length: 300 }, (_, index) => anOrder({ id: String(index + 1) }));
  const onRender = vi.fn();
  const { user } = renderInApp(
    <Screen orders={[]}>
      <Profiler id="list" onRender={onRender}>
        <SideList
          rounds={roundsOf([], present)}
          round={undefined}
          orders={orders}
          isReading={false}
          silence={10}
          numbers={new Map()}
          shownId={undefined}
          onCourier={vi.fn()}
          onOrder={vi.fn()}
        />
      </Profiler>
    </Screen>,
  );
  const move = (some: typeof present): void =>
    act(() => {
      const at = new Date(serverNow()).toISOString();
      const place = { at, lat: -12.05, lng: -77.04, accuracy: 10, district: 'Breña' };
      recordPositions(some.map(({ id }) => ({ courierId: id, ...place })));
    });
  await user.tab();
  await user.keyboard('{End}');
  const last = document.activeElement;
  expect(last?.textContent).toContain('R2999');
  expect(last?.parentElement?.getAttribute('aria-posinset')).toBe('2000');
  expect(last?.parentElement?.getAttribute('aria-setsize')).toBe('2000');
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60);

  const changes = new MutationObserver(() => undefined);
  changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  onRender.mockClear();
  move(present.slice(100, -1));
  expect(changes.takeRecords()).toEqual([]);
  expect(onRender).not.toHaveBeenCalled();
  move(present);
  expect(last?.textContent).toContain('hace');
  expect(document.activeElement).toBe(last);
});
