import {
  type DISPATCH_OPERATIONS,
  type DispatchOperationId,
  MAX_ORDERS,
  MAX_RANKED,
} from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import type * as z from 'zod/mini';
import { connect, type Database } from '#platform/database/open-database.ts';
import { tablesWithoutStatistics } from '#platform/database/own-tables.ts';
import { sweepUploads } from '#field/uploads/sweep-uploads.ts';
import { sweepEvidence } from '#field/evidence/sweep.ts';
import { erasePositions } from '#fleet/positions/partitions.ts';
import { sweepOffice } from '#insight/attention/sweep-office.ts';
import { watchedOffices } from '#insight/attention/watched-offices.ts';
import { forgetExpired } from '#insight/guests/guest-links-repository.ts';
import { trimGeocodes } from '#orders/geocoder/geocodes-repository.ts';
import { trimPlaces } from '#orders/places/places-repository.ts';
import { erasePerson } from '#upkeep/privacy/erase-person.ts';
import { EXPIRING } from '#upkeep/privacy/expiring.ts';
import { findPerson } from '#upkeep/privacy/find-person.ts';
import { SWEEPS } from '#upkeep/privacy/keep-retention.ts';
import { removeExpired } from '#upkeep/privacy/remove-expired.ts';
import { removeOldMoney } from '#work/money/remove-old-money.ts';
import { DispatchClient, dispatcherOf } from './dispatch-world.ts';
import { pagesRead, stopAutovacuum } from './pages-read.ts';
import { resetPeople } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import { EMPTY } from './shared-postgres.ts';
import { createClock, createServices, createTestApp, NOW } from './test-services.ts';

/** Size of the office: a tenth in ordinary runs. */
const SHARE = inject('full') ? 1 : 0.1;
const ORDERS = 50_000 * SHARE;
const ACTIVE = 2000 * SHARE;
const OLD = new Date('2026-01-10T15:00:00Z');
const OFFICE = { companyId: 'norte', officeId: 'N1' };

/** An office whose older half is past every retention time. The ids of orders and couriers start at 1. */
function fillings(): RawBuilder<unknown>[] {
  const upTo = (count: number) => sql`generate_series(1, ${count}::integer) as n`;
  const age = sql`case when n % 2 = 0 then ${OLD}::timestamptz else ${NOW}::timestamptz - interval '2 hours' end`;
  const closed = sql`id % 10 < 6`;
  const courier = sql`1 + id % ${ACTIVE}::integer`;
  return [
    sql`
      insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
        capacity_grams, state, created_at, retired_at)
      select 'norte', 'N1', 'Persona ' || n, 'moto', '{}', '08:00', '18:00', 100, 1000000,
        case when n <= ${ACTIVE}::integer then 'activo' else 'retirado' end, ${OLD}::timestamptz,
        case when n > ${ACTIVE}::integer then timestamptz '2020-01-01' end
      from ${upTo(12_000 * SHARE)}`,
    sql`
      insert into users (id, office_id, username, name, charge, permissions, password_hash)
      select 'u' || n, 'N1', 'u' || n, 'Persona ' || n, 'C', '{}', '' from ${upTo(10_000 * SHARE)}`,
    sql`
      insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
        approximate, date, packages, weight_grams, priority, created_at)
      select 'norte', 'N1', 'D' || n, 'Bodega ' || n % 50, 'Persona ' || n, 'Calle ' || n, (150101 + n % 40)::text, -12, -77, false,
        case when n % 10 < 6 then '2026-01-10' else '2026-11-20' end, 1, 1000, 'normal', ${OLD}::timestamptz from ${upTo(ORDERS)}`,
    sql`
      insert into order_progress (office_id, order_id, state, due_at, courier_id, sequence, closed_at, visit_day, changed_at,
        changed_username, changed_user, changed_what)
      select 'N1', id, case when ${closed} then 'entregada' when id % 10 = 6 then 'asignada' else 'pendiente' end,
        ${NOW}::timestamptz + interval '8 hours', case when id % 10 < 7 then ${courier} end, case when id % 10 < 7 then id end,
        case when ${closed} then ${OLD}::timestamptz end, case when ${closed} then '2026-01-10' end, ${OLD}::timestamptz,
        'ana', 'Ana', 'creada'
      from order_details`,
    sql`
      insert into order_search (order_id, company_id, office_id, text)
      select id, company_id, office_id, lower(code || ' ' || recipient || ' ' || address) from order_details`,
    sql`
      insert into events (office_id, position, type, at, data, order_id)
      select 'N1', n, 'order.changed', case what when 'editada' then ${OLD} else ${NOW} end::timestamptz,
        jsonb_build_object('type', 'order.changed', 'what', what, 'before', '{}'::jsonb, 'after', '{}'::jsonb),
        1 + n % ${ORDERS}::integer
      from ${upTo(4 * ORDERS)}, lateral (select case n % 10 when 5 then 'reasignada' else 'editada' end as what) as change`,
    sql`update offices set event_position = ${4 * ORDERS}::bigint where id = 'N1'`,
    sql`
      insert into courier_days (company_id, office_id, courier_id, day, started_at)
      select 'norte', 'N1', id, '2026-11-' || 12 + n, ${OLD} from couriers, ${upTo(8)} where state = 'activo'`,
    sql`
      insert into courier_devices (session_hash, company_id, office_id, courier_id, name, connected_at, used_at)
      select 's' || id, 'norte', 'N1', id, 'Android', ${OLD}, ${OLD} from couriers where state = 'activo'`,
    sql`
      insert into field_visits (visit, company_id, office_id, courier_id, device_id, order_id, attempt, seen_version,
        request_hash, root, to_state, device_at, at, doubtful_time, arrived_at, photos, found, state, result, order_state,
        order_version, receiver)
      select visit, 'norte', 'N1', courier.id, device.id, details.id, 1, 1, '', visit, 'entregada', ${OLD}, ${OLD}, false,
        ${OLD}, '[]', '{}', 'aceptada', 'applied', 'entregada', 1, '{"name":"Persona","document":"44"}'
      from order_details as details join couriers as courier on courier.id = 1 + details.id % ${ACTIVE}::integer
        join courier_devices as device on device.courier_id = courier.id,
        lateral (select gen_random_uuid() as visit where details.id > 0) as visits
      where details.id % 10 < 6`,
    sql`
      insert into evidence (company_id, office_id, upload, order_id, ubigeo, attempt, kind, courier_id, receiver, at,
        device_at, arrived_at, file, width, height, bytes, sha256, by_username, by_user)
      select 'norte', 'N1', 'u' || id, id, ubigeo, 1, case when id % 5 = 0 then 'firma' else 'entrega' end, ${courier},
        '{"name":"Persona","document":"44"}', ${OLD}, ${OLD}, ${OLD}, md5(id::text), 1, 1, 1, md5(id::text), 'ana', 'Ana'
      from order_details where ${closed}`,
    sql`
      insert into money_entries (company_id, office_id, courier_id, day, act, what, at, by_username, by_user, person, means,
        target, amount, order_id)
      select 'norte', 'N1', ${courier}, '2026-01-' || 10 + id % 3, gen_random_uuid(), 'cobro', ${OLD}, 'ana', 'Ana', 'N1/ana',
        'efectivo', 'repartidor', 100, id
      from order_details where ${closed}`,
    sql`
      insert into money_balances (office_id, courier_id, day, means, place, amount)
      select office_id, courier_id, day, means, target, sum(amount) from money_entries
      group by office_id, courier_id, day, means, target`,
    // Only a confirmed day's money is removed.
    sql`
      insert into courier_days (company_id, office_id, courier_id, day, confirmed_at, confirmed_username, confirmed_user,
        totals)
      select distinct 'norte', office_id, courier_id, day, ${OLD}::timestamptz, 'ana', 'Ana', '{}'::jsonb
      from money_balances`,
    sql`
      insert into account_changes (user_id, at)
      select 'u' || n, now() - interval '30 minutes' - n % 2 * interval '2 hours' from ${upTo(10_000 * SHARE)}`,
    sql`
      insert into idempotency_keys (company_id, person, key, request_hash, answer, created_at)
      select 'norte', 'N1/u' || n, 'k' || n, '', '{}', ${age} from ${upTo(10_000 * SHARE)}`,
    sql`
      insert into imports (company_id, office_id, person, username, user_name, file_name, file_hash, at, header)
      select 'norte', 'N1', 'N1/u' || n, 'u', 'U', 'f', '', ${age}, '' from ${upTo(200 * SHARE)}`,
    sql`
      insert into import_lines (import_id, line, outcome, rows, text, fixable)
      select id, n, 'hidden', '{}', '', false from imports, ${upTo(100)}`,
    sql`
      insert into client_imports (company_id, person, file_name, at, lines)
      select 'norte', 'N1/u' || n, 'f', ${age}, '[]' from ${upTo(10_000 * SHARE)}`,
    sql`
      insert into person_days (company_id, person, day, changes)
      select 'norte', 'N1/u' || n, to_char(${age}, 'YYYY-MM-DD'), 1 from ${upTo(10_000 * SHARE)}`,
    sql`insert into person_reads (company_id, person, day) select company_id, person, day from person_days`,
    sql`
      insert into attention_boards (company_id, office_id, swept_at, swept_position) values ('norte', 'N1', ${OLD}, 0)`,
    sql`
      insert into attention_lines (company_id, office_id, subject, subject_id, since, rank, kinds, causes, closed_at)
      select 'norte', 'N1', 'orden', n, ${OLD}, 1, '{}', '[]', ${age} from ${upTo(10_000 * SHARE)}`,
    sql`
      insert into attention_acts (office_id, line_id, act, at, username, user_name)
      select office_id, id, 'tomar', ${OLD}, 'ana', 'Ana' from attention_lines`,
    sql`
      insert into shift_notes (company_id, office_id, at, person, username, user_name, text)
      select 'norte', 'N1', ${age}, 'N1/ana', 'ana', 'Ana', '' from ${upTo(5000 * SHARE)}`,
    sql`
      insert into shift_reads (office_id, note_id, person, at, username, user_name)
      select office_id, id, 'N1/luis', ${OLD}, 'luis', 'Luis' from shift_notes`,
    sql`
      insert into trail (company_id, office_id, kind, at)
      select 'norte', 'N1', 'signIn.ok', case when n % 2 = 0 then now() - interval '400 days' else now() end
      from ${upTo(20_000 * SHARE)}`,
    sql`
      insert into courier_documents (company_id, office_id, courier_id, kind, until)
      select 'norte', 'N1', id, 'licencia', '2026-12-01' from couriers`,
    sql`
      insert into courier_absences (company_id, office_id, courier_id, day)
      select 'norte', 'N1', id, (date '2024-01-01' + n)::text from couriers, ${upTo(2)}`,
    sql`
      insert into guest_links (office_id, company_id, secret_hash, order_id, client_name, created_at, expires_at,
        by_username, by_user)
      select 'N1', 'norte', 's' || n, n, '', ${OLD}, ${age}, 'ana', 'Ana' from ${upTo(5000 * SHARE)}`,
    sql`
      insert into guest_openings (office_id, link_id, session_hash, at, network)
      select office_id, id, '', ${OLD}, '' from guest_links`,
    sql`
      insert into arrivals (office_id, order_id, courier_id, arrived_at, until_at)
      select 'N1', n, 1 + n % ${ACTIVE}::integer, ${age}, ${OLD} from ${upTo(20_000 * SHARE)}`,
    sql`
      insert into courier_positions (office_id, courier_id, at, lat, lng, arrived_at)
      select office_id, id, ${OLD}::timestamptz - interval '1 day', -12, -77, ${OLD} from couriers`,
    sql`
      insert into photo_uploads (office_id, courier_id, id, company_id, visit, kind, bytes, sha256, taken_at, received, state,
        begun_at, changed_at)
      select 'N1', 1 + n % ${ACTIVE}::integer, gen_random_uuid(), 'norte', gen_random_uuid(), 'entrega', 10, '', ${OLD}, 5, 'open',
        ${OLD}, ${OLD} from ${upTo(500 * SHARE)}`,
    sql`
      insert into photo_parts (office_id, courier_id, upload, at_byte, bytes)
      select office_id, courier_id, id, 0, '\\x0102030405' from photo_uploads`,
    sql`
      insert into places (company_id, office_id, key, lat, lng, used_at)
      select 'norte', 'N1', 'k' || n, -12, -77, ${age} from ${upTo(20_000 * SHARE)}`,
    sql`insert into geocodes (key, at) select 'k' || n, ${age} from ${upTo(20_000 * SHARE)}`,
  ];
}

type Services = ReturnType<typeof createServices>;

interface World {
  db: Database;
  services: Services;
  dispatch: DispatchClient;
  /** @returns ids and versions of the first orders in a state. */
  refs: (state: string, count?: number) => Promise<{ id: string; version: number }[]>;
}

type Body<I extends DispatchOperationId> = (typeof DISPATCH_OPERATIONS)[I]['body'];

/** The operations that change a list of orders. */
type Bulk = {
  [I in DispatchOperationId]: Body<I> extends infer B extends z.ZodMiniType
    ? z.input<B> extends { orders: readonly { id: string }[] }
      ? I
      : never
    : never;
}[DispatchOperationId];

type Act = (world: World) => Promise<unknown>;

/** Orders of each bulk change: the maximum, or a tenth of it in a tenth of the office. The changes run in this order. */
const MOST = MAX_ORDERS * SHARE;

/** @returns what a courier carries, the newest order first. */
async function loadOf(db: Database, courierId: number) {
  const { rows } = await sql<{ id: string; version: number }>`
    select order_id::text as id, version from orders
    where office_id = 'N1' and courier_id = ${courierId} and state in ('asignada', 'en_ruta') and date <= '2026-11-20'
    order by id desc`.execute(db);
  return rows;
}

const BULK = {
  'assignments.assign': async ({ dispatch, refs }) =>
    dispatch.ok('assignments.assign', { body: { courierId: '1', orders: await refs('pendiente') } }),
  'assignments.unassign': async ({ dispatch, refs }) =>
    dispatch.ok('assignments.unassign', { body: { orders: await refs('asignada') } }),
  'assignments.reschedule': async ({ dispatch, refs }) =>
    dispatch.ok('assignments.reschedule', { body: { date: '2026-11-21', orders: await refs('pendiente') } }),
  'assignments.changeState': async ({ dispatch, refs }) =>
    dispatch.ok('assignments.changeState', { body: { to: 'en_ruta', orders: await refs('asignada') } }),
  'assignments.reorder': async ({ dispatch, db }) => {
    const orders = await loadOf(db, 7);
    return dispatch.ok('assignments.reorder', { id: '7', body: { day: '2026-11-20', orders } });
  },
  'assignments.close': async ({ dispatch, refs }) => {
    const orders = (await refs('en_ruta')).map((order) => ({
      ...order,
      to: 'no_entregada' as const,
      reason: 'ausente',
    }));
    return dispatch.ok('assignments.close', { body: { orders } });
  },
  'assignments.correct': async ({ dispatch, refs }) => {
    const orders = (await refs('entregada')).map((order) => ({
      ...order,
      to: 'no_entregada' as const,
      reason: 'ausente',
    }));
    return dispatch.ok('assignments.correct', { as: 'chief', body: { why: 'Error', orders } });
  },
  'assignments.cancel': async ({ dispatch, refs }) =>
    dispatch.ok('assignments.cancel', { as: 'chief', body: { why: 'Error', orders: await refs('pendiente') } }),
} as const satisfies Record<Bulk, Act>;

const HEADER = 'Cliente;Referencia;Destinatario;Teléfono;Dirección;Distrito;Fecha';

const FURTHER: Record<string, Act> = {
  'assignments.suggest': async ({ dispatch, refs }) =>
    dispatch.ok('assignments.suggest', { body: { orders: await refs('pendiente') } }),
  'assignments.rank': async ({ dispatch, refs }) =>
    dispatch.ok('assignments.rank', { body: { orders: (await refs('pendiente', MAX_RANKED)).map(({ id }) => id) } }),
  'assignments.route': async ({ dispatch, db }) => {
    const stops = await loadOf(db, 107);
    return dispatch.ok('assignments.route', { id: '107', body: { day: '2026-11-20', stops } });
  },
  'assignments.undo': async ({ dispatch, refs }) => {
    const body = { courierId: '2', orders: await refs('pendiente') };
    const { batch } = await dispatch.ok('assignments.assign', { body });
    await dispatch.ok('assignments.undo', { body: { batch: batch ?? '' } });
  },
  'assignments.moveLoad': async ({ dispatch }) =>
    dispatch.ok('assignments.moveLoad', { body: { from: '107', to: '108' } }),
  'imports.commit': async ({ dispatch }) => {
    const lines = Array.from({ length: MOST }, (_, n) => `C1;P-${n};Persona;987654321;Calle ${n};Lima;21/11/2026`);
    const file = [HEADER, ...lines].join('\n');
    const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file });
    await dispatch.ok('imports.commit', { id: seen.readable ? seen.id : '', body: { orders: MOST } });
  },
};

/** Runs before and after the changes of orders: the first search opens the lines that the second compares. */
const search: Act = async ({ db }) => {
  for (const office of await watchedOffices(db, ['N1'], '05:00')) await sweepOffice(db, office, NOW);
};

const noBefore = { photos: undefined, signatures: undefined, documents: undefined };

/** Purges and sweeps, besides `SWEEPS`. */
const UPKEEP: Record<string, Act> = {
  ...Object.fromEntries(
    (Object.keys(EXPIRING) as (keyof typeof EXPIRING)[])
      .toReversed()
      .map((kind) => [
        `retention of ${kind}`,
        ({ services }: World) =>
          removeExpired(services, OFFICE, (each) => ({ ...noBefore, [kind]: NOW })[each], { batch: 2000 * SHARE }),
      ]),
  ),
  'retention of money': async ({ db }) => {
    const office = { ...OFFICE, timeZone: 'America/Lima', dayTurnsAt: '05:00' };
    expect(await removeOldMoney(db, office, '2026-06-01', new AbortController().signal)).toBeGreaterThan(0);
  },
  'expired guest links': ({ db }) => forgetExpired(db, OFFICE, NOW),
  'old positions': ({ db }) => erasePositions(db, NOW, 60),
  'unfinished photos': ({ services }) => sweepUploads(services, new AbortController().signal),
  'files of photos': ({ db, services }) => sweepEvidence(db, services.evidence, { now: NOW, remove: true }),
  places: ({ db }) => trimPlaces(db),
  geocodes: ({ db }) => trimGeocodes(db, NOW),
  'erasure of a person': async ({ db, services }) => {
    const found = await findPerson(db, OFFICE, { name: 'Persona 7' });
    await erasePerson(services, dispatcherOf('ana'), found);
  },
};

const ACTS: Record<string, Act> = {
  'first search for «Por atender»': search,
  ...BULK,
  ...FURTHER,
  'second search for «Por atender»': search,
  ...Object.fromEntries(
    Object.entries(SWEEPS).map(([name, sweep]) => [
      `sweep of ${name}`,
      ({ services }: World) => sweep(services, new AbortController().signal),
    ]),
  ),
  ...UPKEEP,
};

/** Reads of fewer pages than this are never slow. */
const FEW = 1000;

onPostgres('bulk changes, purges and sweeps with the statistics of empty tables', (world) => {
  it('reads at most 20 times as many pages as with fresh statistics', { timeout: 1_800_000 }, async () => {
    const open = (connectionString: string): Database => {
      const db = connect({ connectionString, max: 1 });
      onTestFinished(() => db.destroy());
      return db;
    };
    const url = await world.createDatabase('stale', EMPTY);
    const filled = open(url);
    await stopAutovacuum(filled);
    // A migration collects them.
    expect(await tablesWithoutStatistics(filled)).toEqual([]);
    await resetPeople(filled);
    for (const statement of fillings()) await statement.execute(filled);
    await filled.destroy();

    const read = async (db: Database): Promise<Record<string, number>> => {
      const services = createServices(db, createClock());
      const dispatch = new DispatchClient(createTestApp(services));
      const refs = async (state: string, count = MOST) =>
        (
          await sql<{ id: string; version: number }>`
            select order_id::text as id, version from order_progress
            where office_id = 'N1' and state = ${state} order by order_id limit ${count}`.execute(db)
        ).rows;
      const pages: Record<string, number> = {};
      for (const [name, act] of Object.entries(ACTS))
        pages[name] = await pagesRead(db, () => act({ db, services, dispatch, refs }));
      return pages;
    };
    const copy = open(await world.createDatabase('fresh', new URL(url).pathname.slice(1)));
    await sql`analyze`.execute(copy);
    const fresh = await read(copy);
    const stale = await read(open(url));
    const slow = Object.keys(ACTS).filter(
      (name) => (stale[name] ?? 0) > FEW && (stale[name] ?? 0) > 20 * (fresh[name] ?? 0),
    );
    expect(slow.map((name) => [name, stale[name], fresh[name]])).toEqual([]);
  });
});
