import { clientOperations, configOperations, MODULE_CODES, type Operation } from '@despacho/contracts';
import { companyOfficeOperations, moneyOperations } from '@despacho/contracts/dispatch';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markIn } from '#features/session/state/session-store.ts';
import { aMoney } from '#test/a-money.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { routes, SIGNED_IN } from './routes.tsx';

type Answer = [Operation, unknown];

const CONFIG = {
  provider: 'Prueba',
  version: '1',
  sections: { operations: true, directory: true, tiles: false, storage: true },
  streets: null,
  attribution: null,
};
const CLIENT: Answer = [clientOperations['clients.read'], { id: 5001, name: 'Óptica Visión' }];
const ROUTE: Answer = [
  moneyOperations['money.day'],
  { day: '', couriers: [aMoney()], cashLimit: null, surplusLimit: 10_000, earlier: [] },
];
const OFFICES: Answer = [
  companyOfficeOperations['offices.details'],
  {
    offices: [
      {
        id: 'LIMA',
        version: 1,
        name: 'Lima',
        timeZone: 'America/Lima',
        province: null,
        closed: null,
        people: 5,
        couriers: 12,
        phones: 3,
        openOrders: 7,
        isEmpty: false,
      },
    ],
    most: 100,
    company: { name: 'Despachos del Pacífico S.A.C.', quota: 1000, used: 10 },
    retention: { photos: 730, signatures: 730, documents: 365, positions: 60, money: 0 },
  },
];

/** Addresses of each route, with the number of parts that fail there and the operations that still succeed. */
const ADDRESSES: Record<string, readonly [address: string, failed: number, ...answers: Answer[]][]> = {
  '/dashboard/liquidacion?/informes?': [
    ['/dashboard', 7],
    ['/dashboard/liquidacion', 1, ROUTE],
    ['/dashboard/informes?ficha=5001', 1],
  ],
  '/map': [['/map?ver=1', 2]],
  '/assing': [['/assing?ver=1', 4]],
  '/images': [['/images', 1]],
  '/permissions': [['/permissions', 1]],
  '/clients': [['/clients', 1]],
  '/clients/:id': [['/clients/5001', 4, CLIENT]],
  '/records': [['/records', 1]],
  '/settings': [['/settings', 4, OFFICES]],
  '/sesiones': [['/sesiones', 1]],
};

const leaves = ({ path, children }: RouteObject): string[] =>
  children ? children.flatMap(leaves) : path === undefined ? [] : [path];
const find = (list: readonly RouteObject[]): RouteObject | undefined =>
  list.find(({ id }) => id === SIGNED_IN) ?? list.map(({ children }) => children && find(children)).find(Boolean);

beforeEach(() => {
  markIn(aView({ permissionsList: MODULE_CODES.map((module) => ({ module })) }));
  // Missing in jsdom: this tab never leads the event stream.
  const locks = { request: () => new Promise(() => undefined) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

it('covers all screens', () => {
  const signedIn = find(routes);
  expect(signedIn && leaves(signedIn)).toEqual(Object.keys(ADDRESSES));
});

it.each(Object.values(ADDRESSES).flat())(
  'S38: %s reports an outage once, and %i failed parts',
  async (path, failed, ...answers) => {
    const gateway = fakeGateway();
    gateway.otherwise(() => problem('upstream-failed'));
    gateway.on(configOperations['config.read'], () => CONFIG);
    for (const [operation, answer] of answers) gateway.on(operation, () => answer);
    render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />);
    // By text until all parts have failed: a query by role is much slower.
    await waitFor(() => expect(screen.getAllByText('Reintentar')).toHaveLength(failed));
    await vi.dynamicImportSettled();
    expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(failed);
    expect(screen.getByRole('alert').textContent).toContain('El servicio tuvo un error');
    expect(document.body.textContent.match(/El servicio tuvo un error/g)).toHaveLength(1);
    expect(document.querySelectorAll('[class*="skeleton"]'), 'placeholders of parts that failed').toHaveLength(0);
  },
);
