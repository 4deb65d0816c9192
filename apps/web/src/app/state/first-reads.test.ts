import { addDays, resolveFilter } from '@despacho/contracts/dispatch';
import { QueryClient } from '@tanstack/react-query';
import { type AxiosAdapter, AxiosHeaders } from 'axios';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countsQuery, ordersQuery } from '#features/orders/api/orders-queries.ts';
import { openOrders, USUAL_SORT } from '#features/orders/rules/orders-address.ts';
import { withDays } from '#features/orders/rules/narrowed.ts';
import { markIn, markOut } from '#features/session/state/session-store.ts';
import { rememberOffice } from '#features/session/state/stored.ts';
import { districtsQuery } from '#shared/districts/districts-query.ts';
import { workingDayIn } from '#shared/format/working-day.ts';
import { dropEarlyReads } from '#shared/http/early-reads.ts';
import { http } from '#shared/http/http.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { aView } from '#test/a-view.ts';
import { beginFirstReads } from './first-reads.ts';

const ORIGIN = 'https://despacho.test';

// The setup of the tests loads the districts.
vi.mock('#shared/districts/districts.ts', async (original) => ({
  ...(await original()),
  districtsVersion: () => undefined,
}));

let sent: string[];
let sections: { operations: boolean };
const original = http.defaults.adapter ?? [];
const adapter: AxiosAdapter = (config) => {
  sent.push(http.getUri(config));
  // It breaks the contracts, which does not matter here.
  return Promise.resolve({ status: 200, statusText: '', data: { sections }, headers: new AxiosHeaders(), config });
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('document', { baseURI: `${ORIGIN}/` });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  http.defaults.adapter = adapter;
  sent = [];
  sections = { operations: true };
});
afterEach(() => {
  markOut({ ended: false });
  dropEarlyReads();
  http.defaults.adapter = original;
  vi.unstubAllGlobals();
});

const open = (path: string, now = Date.now()): void => beginFirstReads(ORIGIN + path, now);

it.each(['2026-11-26T09:59:00Z', '2026-11-26T10:00:00Z', '2026-11-27T04:30:00Z'])(
  'requests at %s what the desk reads first, so that the desk repeats nothing',
  async (time) => {
    const now = Date.parse(time);
    rememberOffice('LIMA');
    open('/assing?oficina=LIMA', now);
    const early = [...sent];
    const today = workingDayIn('America/Lima', now);
    const all = resolveFilter(openOrders(), today);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await client.query(configQuery).catch(() => undefined);
    client.setQueryData(configQuery.queryKey, { sections: { operations: true } } as never);
    await Promise.allSettled([
      client.query(officesQuery),
      client.query(districtsQuery('LIMA')),
      client.query(countsQuery('LIMA', withDays(all, '', addDays(today, -1)))),
      client.infiniteQuery(ordersQuery('LIMA', withDays(all, today, ''), USUAL_SORT)),
    ]);
    expect(early).toHaveLength(5);
    expect(sent).toEqual(early);
  },
);

it('takes the office from the address, or from the last choice', () => {
  const offices = (path: string): Set<string> => {
    dropEarlyReads();
    sent = [];
    open(path);
    return new Set(sent.flatMap((url) => new URL(url).searchParams.get('officeId') ?? []));
  };
  // Only a user of charge S has a last choice: others would be refused, which is logged in their name.
  expect([offices('/assing?oficina=AREQUIPA'), sent]).toEqual([
    new Set(),
    [`${ORIGIN}/api/config`, `${ORIGIN}/api/auth/session`],
  ]);
  rememberOffice('LIMA');
  expect(offices('/assing')).toEqual(new Set(['LIMA']));
  expect(offices('/assing?oficina=AREQUIPA')).toEqual(new Set(['AREQUIPA']));
  expect([offices('/permissions?oficina=..'), sent]).toEqual([new Set(), [`${ORIGIN}/api/config`]]);
});

it('takes the office of the session where none is remembered, in sections that its user may open', async () => {
  markIn(aView({ charge: 'A', permissionsList: [{ module: 'G01' }] }));
  const requested = async (path: string): Promise<string[]> => {
    dropEarlyReads();
    sent = [];
    open(path);
    await new Promise((resolve) => setTimeout(resolve));
    return sent.map((url) => new URL(url).pathname);
  };
  expect(await requested('/permissions?oficina=AREQUIPA')).toEqual(['/api/config', '/api/offices', '/api/users/LIMA']);
  expect(await requested('/assing')).toEqual(['/api/config']);
  sections = { operations: false };
  expect(await requested('/permissions')).toEqual(['/api/config']);
});

it.each(['/', '/auth/login?oficina=LIMA', '/r/', '/error/403'])('requests nothing at %s', (path) => {
  open(path);
  expect(sent).toEqual([]);
});

it('requests no orders for another filter', () => {
  rememberOffice('LIMA');
  open('/assing?oficina=LIMA&buscar=ana');
  expect(sent.map((url) => new URL(url).pathname)).toEqual(['/api/config', '/api/offices']);
});
