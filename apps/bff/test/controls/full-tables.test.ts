import {
  type Courier,
  LISTED_COURIERS,
  MAX_CORNERS,
  MAX_REASONS,
  MAX_VIEWS,
  MAX_ZONES,
  MAX_ZONES_OF_COURIER,
  RETIRED_PAGE,
  type SavedView,
  type Zone,
} from '@despacho/contracts/dispatch';
import { type OperationId } from '@despacho/contracts/operations';
import { SMALL_BODY } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { Browser } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { startGateway } from '../support/gateway.ts';
import { operationOf } from '../support/sweep.ts';

/** The longest courier that the contract allows. */
const courier = (id: number, state: Courier['state']): Courier => ({
  id: String(id),
  officeId: 'LIMA',
  version: 1000,
  name: 'ñ'.repeat(120),
  phone: `+51 ${'9'.repeat(16)}`,
  vehicle: 'furgoneta',
  vehicleCategory: 'N1',
  retiredAt: '2026-11-20T15:00:00.000Z',
  plate: 'ABCD-1234',
  zones: Array.from({ length: 100 }, (_, zone) => String(150_000 + zone)),
  zoneIds: Array.from({ length: MAX_ZONES_OF_COURIER }, (_, zone) => String(100_000_000 + zone)),
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 1000,
  capacityGrams: 99_999_999,
  state,
  load: { orders: 1000, weightGrams: 99_999_999 },
});

/** A view whose request fills the limit of a body. */
const view = (id: number): SavedView => ({
  id: String(id),
  version: 1,
  name: 'Vista',
  filter: Object.fromEntries(
    ['distrito', 'no_distrito', 'cliente', 'no_cliente'].map((name) => [
      name,
      name.endsWith('cliente')
        ? Array.from({ length: 199 }, (_, at) => `c-${String(at).padStart(17, '0')}`).join(',')
        : Array.from({ length: 199 }, () => '150101').join(','),
    ]),
  ),
  sort: null,
  by: { username: 'ana', user: 'Ana' },
  createdAt: '2026-11-24T12:00:00.000Z',
  changedAt: '2026-11-24T12:00:00.000Z',
  mayEdit: true,
  authorLeft: false,
});

const zone = (id: number): Zone => ({
  id: String(id),
  version: 1,
  name: 'ñ'.repeat(40),
  color: 'turquesa',
  corners: Array.from({ length: MAX_CORNERS }, (): [number, number] => [-12.12345, -77.12345]),
});

const FULL = {
  'couriers.list': [
    ...Array.from({ length: LISTED_COURIERS }, (_, at) => courier(at + 1, 'activo')),
    ...Array.from({ length: RETIRED_PAGE }, (_, at) => courier(at + 10_000, 'retirado')),
  ],
  'couriers.retired': Array.from({ length: RETIRED_PAGE }, (_, at) => courier(at + 1, 'retirado')),
  'views.list': Array.from({ length: MAX_VIEWS }, (_, at) => view(at + 1)),
  'zones.list': Array.from({ length: MAX_ZONES }, (_, at) => zone(at + 1)),
  'reasons.list': Array.from({ length: MAX_REASONS }, (_, at) => ({ code: `motivo_${at}`, name: 'ñ'.repeat(80) })),
} satisfies Partial<Record<OperationId, readonly unknown[]>>;

it('G40: passes on the list of every table that is full', async () => {
  const gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '9500' });
  try {
    const ana = new Browser(gateway);
    await ana.signIn(gateway.legacy.users.ana);
    for (const [id, rows] of Object.entries(FULL)) {
      const { method, path } = operationOf(id as keyof typeof FULL);
      gateway.dispatch.on(`${method} ${path.replace('/api', '/operations')}`, (_hit, res) => sendJson(res, 200, rows));
      const more = id === 'couriers.retired' ? '&antes=1' : '';
      const answer = await ana.get(`${path}?officeId=LIMA${more}`);
      expect([id, answer.status, (answer.body as unknown[]).length]).toEqual([id, 200, rows.length]);
    }
    // The maximum length of a request that saves one.
    expect(JSON.stringify(view(1).filter).length).toBeGreaterThan(SMALL_BODY / 2);
  } finally {
    await gateway.close();
  }
});
