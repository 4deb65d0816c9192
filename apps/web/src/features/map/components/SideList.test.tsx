import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { renderInApp } from '#test/render.tsx';
import { DispatchOfficeContext } from '#features/orders/state/use-orders-state.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { forgetPositions, recordPositions } from '#shared/live/positions-store.ts';
import { roundsOf } from '../rules/courier-rounds.ts';
import { SideList } from './SideList.tsx';

afterEach(forgetPositions);

it('says when each courier was last seen, with or without orders, and updates that by itself', () => {
  const present = [
    { id: '7', name: 'Ana Ríos' },
    { id: '8', name: 'Eva Soto' },
  ];
  const loaded = anOrder({ state: 'en_ruta', courier: { id: '9', name: 'Zoe Paz' } });
  renderInApp(
    <DispatchOfficeContext value={{ officeId: 'LIMA', timeZone: 'America/Lima' }}>
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
    </DispatchOfficeContext>,
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
    expect.stringMatching(/Eva Sotosin señal hace 14 min/),
    expect.stringMatching(/Zoe Pazsin posición.*siguiente: Miraflores · 1 por entregar/),
  ]);
  act(() => seen('9', 2));
  expect(texts()[2]).toContain('hace 2 min');
});
