import { configOperations, officeOperations } from '@despacho/contracts';
import { courierOperations, orderOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aClientRecord } from '#test/a-client-record.ts';
import { aCourier } from '#test/a-courier.ts';
import { aMoney } from '#test/a-money.ts';
import { anOrder } from '#test/an-order.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import MergeWindow from '#features/client-records/MergeWindow.tsx';
import { CommandSearch } from '#app/commands/CommandSearch.tsx';
import { AttendanceList } from '#features/couriers/components/AttendanceList.tsx';
import { CouriersTable } from '#features/couriers/components/CouriersTable.tsx';
import { findCouriers } from '#features/couriers/rules/find-couriers.ts';
import { CourierChoice } from '#features/dispatch-desk/components/CourierChoice.tsx';
import { MapSearch } from '#features/map/components/MapSearch.tsx';
import { StanceList } from '#features/orders/components/StanceList.tsx';
import { sendersLike } from '#features/orders/rules/order-form.ts';
import { findUsers } from '#features/permissions/rules/find-users.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { shownCouriers } from '#features/settlement/rules/money-list.ts';
import '#features/map/components/SearchWithResults.tsx';

const TODAY = '2026-11-20';

/** The plate and the zone of Cueva, who would otherwise be first, begin like the surname of Salazar. */
const [CUEVA, SALAZAR] = ['Iván Cueva Paredes', 'Iván Salazar Rojas'] as const;
const ABLE = { capacityOrders: 50, load: { orders: 0, weightGrams: 0 } };
const COURIERS = [
  aCourier({ ...ABLE, id: '1', name: CUEVA, plate: 'SAL-123', zones: ['150142'] }),
  aCourier({ ...ABLE, id: '2', name: SALAZAR, state: 'activo' }),
];
const CLIENTS = [
  { id: 'k1', name: CUEVA, code: 'SAL-1', taxId: '' },
  { id: 'k2', name: SALAZAR, code: 'C-2', taxId: '' },
];
/** More options than a list shows without a search. */
const MANY = Array.from({ length: 12 }, (_, at) => ({ value: `x${at}`, label: `Otro ${at}` }));

/** A list in which a person is chosen. */
type List =
  | { names: (typed: string) => readonly string[] }
  | {
      element: (taken: (name: string | undefined) => void) => ReactNode;
      role: 'listitem' | 'option' | 'button';
      /** Whether Enter in the search takes a person. */
      takes?: boolean;
    };

function Box({ taken }: { taken: (name: string | undefined) => void }) {
  const [text, setText] = useState('');
  // The box closes before it opens the choice.
  const close = (): void =>
    taken(document.querySelector('[role="option"][data-highlighted] strong')?.textContent ?? undefined);
  return <CommandSearch text={text} onText={setText} onClose={close} />;
}

/** The lists, by the source file that ranks them. */
const LISTS: Readonly<Record<string, List>> = {
  'find-users': {
    names: (typed) =>
      findUsers(
        CLIENTS.map(({ name, code }, id) => ({ id, user: name, username: code })),
        typed,
      ).map(({ user }) => user ?? ''),
  },
  'money-list': {
    names: (typed) =>
      shownCouriers(
        COURIERS.map((courier) => aMoney({ courier })),
        { state: '', search: typed },
      ).map(({ courier }) => courier.name),
  },
  'order-form': { names: (typed) => sendersLike(typed, CLIENTS) },
  'find-couriers': { names: (typed) => findCouriers(COURIERS, typed, 'zona').map(({ name }) => name) },
  StanceList: {
    role: 'button',
    element: () => (
      <StanceList
        label="Clientes"
        options={[...CLIENTS.map(({ id, name }) => ({ value: id, label: name })), ...MANY]}
        stanceOf={() => null}
        onChange={vi.fn()}
      />
    ),
  },
  MergeWindow: {
    role: 'listitem',
    element: () => <MergeWindow officeId="LIMA" client={aClientRecord()} clients={CLIENTS} onClose={vi.fn()} />,
  },
  AttendanceList: {
    role: 'listitem',
    element: () => <AttendanceList officeId="LIMA" today={TODAY} onLeave={vi.fn()} onBack={vi.fn()} />,
  },
  CouriersTable: {
    role: 'listitem',
    element: () => (
      <CouriersTable
        couriers={COURIERS}
        today={TODAY}
        busy={false}
        mayRetire
        onEdit={vi.fn()}
        onPhone={vi.fn()}
        onRecord={vi.fn()}
        onState={vi.fn()}
        onRetire={vi.fn()}
      />
    ),
  },
  CourierChoice: {
    role: 'option',
    takes: true,
    element: (taken) => (
      <CourierChoice
        label="Repartidor"
        days={[
          { day: TODAY, couriers: COURIERS, orders: [anOrder({ place: { ...anOrder().place, ubigeo: '150142' } })] },
        ]}
        today={TODAY}
        onChoose={({ name }) => taken(name)}
      />
    ),
  },
  SearchWithResults: {
    role: 'option',
    takes: true,
    element: (taken) => (
      <MapSearch
        officeId="LIMA"
        timeZone="America/Lima"
        couriers={COURIERS}
        onCourier={(id) => taken(COURIERS.find((courier) => courier.id === id)?.name)}
      />
    ),
  },
  'use-command-matches': { role: 'option', takes: true, element: (taken) => <Box taken={taken} /> },
};

beforeEach(() => {
  const gateway = fakeGateway();
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { operations: true, directory: true, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  gateway.on(courierOperations['couriers.list'], () => COURIERS);
  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  markIn(aView({ charge: 'A', permissionsList: [{ module: 'U01' }] }));
});

describe.each(Object.entries(LISTS))('%s', (_, list) => {
  it('lists the person first whose name matches two word beginnings, and chooses only a single best match', async () => {
    if ('names' in list) {
      expect(list.names('ivan sal')[0]).toBe(SALAZAR);
      return;
    }
    const taken = vi.fn<(name: string | undefined) => void>();
    const { user } = renderInApp(list.element(taken));
    // waits: until the map has replaced its field, whose code is loaded already.
    await new Promise((replaced) => setTimeout(replaced, 50));
    // The list of attendance takes the focus once it has loaded.
    if (list.role === 'listitem') await waitFor(() => expect(document.querySelector('li, dialog')).toBeTruthy());
    /** Types into the field that is there now: the map replaces its own once its results have loaded. */
    const type = async (text: string): Promise<void> => {
      await user.click(document.querySelector('input:not([type="checkbox"])') ?? expect.fail('no search'));
      await user.keyboard(text);
    };
    const names = () =>
      screen
        .queryAllByRole(list.role)
        .flatMap(({ textContent }) => [CUEVA, SALAZAR].find((name) => textContent.includes(name)) ?? []);
    await type('ivan');
    await waitFor(() => expect(new Set(names())).toEqual(new Set([CUEVA, SALAZAR])));
    await user.keyboard('{Enter}');
    expect(taken).not.toHaveBeenCalled();
    await type(' sal');
    await waitFor(() => expect(names()[0]).toBe(SALAZAR));
    if (!list.takes) return;
    await waitFor(() => expect(document.querySelector('[data-highlighted]')?.textContent).toContain(SALAZAR));
    await user.keyboard('{Enter}');
    expect(taken).toHaveBeenCalledExactlyOnceWith(SALAZAR);
  });
});

it('has a row for every file that ranks people', () => {
  const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const ranking = Object.entries(sources)
    .filter(([path, text]) => /\brankedSearch[(<]/.test(text) && !path.endsWith('/ranked-search.ts'))
    .map(([path]) => /([\w-]+)\.tsx?$/.exec(path)?.[1] ?? path);
  expect(ranking.toSorted()).toEqual(Object.keys(LISTS).toSorted());
});
