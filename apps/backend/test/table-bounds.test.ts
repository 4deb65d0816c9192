import { readFile } from 'node:fs/promises';
import {
  type Courier,
  LISTED_COURIERS,
  MAX_COURIERS,
  MAX_REASONS,
  MAX_RETIRED,
  MAX_VIEWS,
  RETIRED_PAGE,
} from '@despacho/contracts/dispatch';
import { LIST_ANSWER } from '@despacho/contracts';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { countChanges } from '#platform/dispatch/count-changes.ts';
import { type Dispatcher, systemIn } from '#platform/dispatch/dispatcher.ts';
import { courierInput, dispatcherOf } from './dispatch-world.ts';
import { schemaText } from './schema-text.ts';
import { NOW } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const desk = useDesk();
const { dispatch } = desk;

/** Inserts couriers with the longest fields that the contract allows. */
const fill = (count: number, state: string) =>
  sql`
  insert into couriers (company_id, office_id, name, phone, vehicle, plate, zones, shift_from, shift_to,
    capacity_orders, capacity_grams, state, created_at)
  select 'norte', 'N1', rpad('Courier ' || n, 120, 'ñ'), '+51 912 345 678', 'moto', 'ABCD-1234',
    array(select lpad(z::text, 6, '0') from generate_series(1, 100) as z), '08:00', '18:00', 1000, 1000000, ${state}, now()
  from generate_series(1, ${count}::integer) as n`.execute(desk.db);

it('G40: lists every table and column of the migrated database', async () => {
  const file = new URL('../src/platform/database/tables.ts', import.meta.url).pathname;
  const text = await schemaText(desk.db, await readFile(file, 'utf8'));
  await expect(text, 'npm run schema writes it').toMatchFileSnapshot(file);
});

describe('couriers', () => {
  // Plans of the checks of foreign keys that were made for empty tables would read all deleted rows for each courier.
  afterEach(() => sql`analyze`.execute(desk.db));

  it('G40: are refused above the maximum with a remedy, also when created concurrently', async () => {
    await fill(MAX_COURIERS - 1, 'activo');
    const create = (name: string) => dispatch.call('couriers.create', { body: courierInput({ name }) });
    const answers = await Promise.all([create('Uno'), create('Dos')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message:
        'La oficina ya tiene 2,000 repartidores que no están retirados, el máximo. Retire a los que ya no trabajan y vuelva a intentarlo',
    });
    const made = answers.find(({ status }) => status === 200)?.body as Courier;
    await dispatch.ok('couriers.edit', { id: made.id, body: { version: 1, changes: { state: 'ausente' } } });
    await dispatch.ok('couriers.retire', { as: 'chief', id: made.id, body: { version: 2 } });
    await dispatch.ok('couriers.create', { body: courierInput({ name: 'Tres' }) });
    // Reactivating is one more, too.
    const back = { id: made.id, body: { version: 3, changes: { state: 'activo' as const } } };
    expect((await dispatch.call('couriers.edit', back)).status).toBe(409);
    const renamed = { id: made.id, body: { version: 3, changes: { name: 'Otro' } } };
    expect((await dispatch.call('couriers.edit', renamed)).status).toBe(200);
  });

  it('G40: can be marked as absent, but not retired, above the maximum of retired ones', async () => {
    await fill(MAX_RETIRED, 'retirado');
    const id = await dispatch.createCourier();
    const refused = await dispatch.call('couriers.retire', { as: 'chief', id, body: { version: 1 } });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringMatching(/^La oficina ya tiene 10,000 repartidores retirados/) as string },
    ]);
    await dispatch.ok('couriers.edit', { id, body: { version: 1, changes: { state: 'ausente' } } });
  });

  it('G40: stay readable far above the maximum: the list is cut, retired ones are paged', async () => {
    await fill(9600, 'activo');
    await fill(MAX_RETIRED, 'retirado');
    const answer = await dispatch.call('couriers.list');
    expect(answer.status).toBe(200);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(LIST_ANSWER);
    const list = answer.body as Courier[];
    expect(list).toHaveLength(LISTED_COURIERS + RETIRED_PAGE);
    const seen = new Set(list.filter(({ state }) => state === 'retirado').map(({ id }) => id));
    for (let last = list.at(-1); last;) {
      const page = await dispatch.ok('couriers.retired', { query: { antes: last.id } });
      for (const { id } of page) seen.add(id);
      last = page.length < RETIRED_PAGE ? undefined : page.at(-1);
    }
    expect(seen.size).toBe(MAX_RETIRED);
  });
});

it('G40: the longest views an office can save fit in their list', async () => {
  const long = Array.from({ length: 200 }, (_, at) => `cliente-${String(at).padStart(10, '0')}`)
    .join(',')
    .slice(0, 3999);
  const filter = { cliente: long, no_cliente: long, buscar: 'x' };
  await dispatch.ok('views.create', { body: { name: 'Vista', filter, sort: null } });
  await sql`
    insert into views (company_id, office_id, person, username, user_name, name, folded_name, filter, created_at, changed_at)
    select company_id, office_id, person, username, user_name, name || n, folded_name || n, filter, created_at, changed_at
    from views, generate_series(2, ${MAX_VIEWS - 1}::integer) as n`.execute(desk.db);
  await dispatch.ok('views.create', { body: { name: 'Vista última', filter, sort: null } });
  const { status, text } = await dispatch.call('views.list');
  expect([status, Buffer.byteLength(text) < LIST_ANSWER]).toEqual([200, true]);
  const refused = await dispatch.call('views.create', { body: { name: 'Otra', filter: {}, sort: null } });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: expect.stringContaining('200 vistas') as string },
  ]);
});

it('G40: an office has at most a hundred reasons', async () => {
  const reasons = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ code: `motivo_${at}`, name: `Motivo ${at}` }));
  const replace = (count: number) =>
    dispatch.call('reasons.replace', { as: 'chief', body: { reasons: reasons(count) } });
  expect([(await replace(MAX_REASONS)).status, (await replace(MAX_REASONS + 1)).status]).toEqual([200, 400]);
});

it('G40: limits the changes of orders per person and day, but not those of phones and the service', async () => {
  const change = (count: number, now = NOW) => countChanges(desk.db, dispatcherOf('ana'), count, now, 10);
  await change(10);
  await expect(change(1)).rejects.toThrow('cambios de órdenes en un día');
  await countChanges(desk.db, { ...dispatcherOf('ana'), sub: 'courier/7', isPerson: false }, 11, NOW, 10);
  await countChanges(desk.db, systemIn(dispatcherOf('ana')), 11, NOW, 10);
  // A person may have the name of the service.
  const named = { ...systemIn(dispatcherOf('ana')), isPerson: undefined };
  await expect(countChanges(desk.db, named as unknown as Dispatcher, 11, NOW, 10)).rejects.toThrow(
    'cambios de órdenes',
  );
  await countChanges(desk.db, dispatcherOf('luis'), 10, NOW, 10);
  await change(10, new Date(NOW.getTime() + 86_400_000));
});
