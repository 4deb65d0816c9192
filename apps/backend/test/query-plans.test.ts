import { emptyFilter, type TrailSearch } from '@despacho/contracts/dispatch';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect } from '#platform/database/open-database.ts';
import { ordersAlike } from '#work/imports/find-doubtful.ts';
import { loadsOf } from '#fleet/couriers/couriers-repository.ts';
import { photosAfter } from '#field/evidence/sweep.ts';
import { countedIn } from '#orders/order/count-orders.ts';
import { statesAt } from '#insight/figures/day-rows.ts';
import { filterCondition, foundByIndex, textCondition } from '#orders/order/filter-orders.ts';
import { readTrailPage } from '#people/trail/list-trail.ts';
import { callersAccount } from '#people/users/users-repository.ts';
import { EXPIRING } from '#upkeep/privacy/expiring.ts';
import { dispatcherOf, orderInput } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import { EMPTY } from './shared-postgres.ts';

/** The size at which reading every order was noticed. */
const ORDERS = 60_000;

onPostgres('query plans with the default settings of PostgreSQL', (world) => {
  it('lists couriers, recognises imported orders and counts a day without reading all orders', async () => {
    const db = connect({ connectionString: await world.createDatabase('plans', EMPTY), max: 1 });
    try {
      await resetPeople(db);
      await sql`
        insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
          capacity_grams, state, created_at)
        select 'norte', 'N1', 'Courier ' || n, 'moto', '{}', '08:00', '18:00', 10, 1000, 'activo', now()
        from generate_series(1, 40) as n`.execute(db);
      await sql`
        insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
          approximate, date, packages, weight_grams, priority, created_at, first_date)
        select 'norte', 'N1', 'D' || n, 'Bodega', 'Persona', 'Calle ' || n, '150122', -12, -77, false,
          to_char(date '2026-01-01' + n % 300, 'YYYY-MM-DD'), 1, 1000,
          'normal', now(), case when n % 100 = 11 then '2026-01-12' end
        from generate_series(1, ${ORDERS}::integer) as n`.execute(db);
      // One in a hundred is with a courier; the others have been delivered.
      await sql`
        insert into order_progress (office_id, order_id, state, due_at, courier_id, changed_at, changed_username,
          changed_user, changed_what)
        select 'N1', id, case when id % 100 = 0 then 'en_ruta' else 'entregada' end, now(), 1 + id % 40, now(), 'ana', 'Ana',
          'entregada'
        from order_details`.execute(db);
      // Each order has an event, and one in a hundred was moved.
      await sql`
        insert into events (office_id, position, type, at, data, order_id)
        select 'N1', n, 'order.changed', timestamptz '2026-11-20T12:00Z' - n * interval '5 minutes',
          case when n % 100 = 0 then jsonb_build_object('before', jsonb_build_object('date', date))
            else '{"before":{"state":"en_ruta"}}' end, id
        from (select id, date, row_number() over (order by id desc) as n from order_details) as orders`.execute(db);
      await sql`
        insert into users (id, office_id, username, name, charge, permissions, password_hash, password_changed_at)
        select 'u' || n, 'N1', 'Persona' || n, 'Persona', 'D', '{}', '', now() from generate_series(1, 5000) as n`.execute(
        db,
      );
      await sql`analyze`.execute(db);
      const caller = callersAccount(db, { ...dispatcherOf('ana'), sub: 'N1/persona7', username: 'persona7' });
      expect(await caller.execute()).toEqual([{ id: 'u7' }]);
      const where = { companyId: 'norte', officeId: 'N1' };
      const loads = await loadsOf(db, where).execute();
      expect(loads.reduce((sum, { orders }) => sum + orders, 0)).toBe(ORDERS / 100);
      expect(loads.reduce((sum, { weightGrams }) => sum + weightGrams, 0)).toBe((ORDERS / 100) * 1000);

      const planOf = async (compiled: CompiledQuery): Promise<string> => {
        const plan = await db.executeQuery<Record<string, string>>({ ...compiled, sql: `explain ${compiled.sql}` });
        return plan.rows.map((row) => Object.values(row)[0] ?? '').join('\n');
      };
      expect(await planOf(caller.compile())).toContain('users_sign_in');
      const load = await planOf(loadsOf(db, where).compile());
      expect(load).toContain('order_progress_loaded');
      expect(load).not.toContain('Seq Scan on order_');

      const inputs = Array.from({ length: 5000 }, (_, n) =>
        orderInput({
          date: n % 2 ? '2026-01-12' : '2026-01-11',
          recipient: { name: 'Persona', phone: null },
          place: { address: `CALLE ${n}`, reference: null, ubigeo: '150122', point: null },
        }),
      );
      const alike = ordersAlike(db, where, inputs);
      const found = await planOf(alike.compile());
      expect(found).toContain('orders_day');
      expect(found).toContain('order_details_first_date');
      expect(found).not.toContain('Seq Scan on order_');
      // Those of both days with the house number of a line, and those moved from one of them.
      expect(await alike.execute()).toHaveLength(34 + 50);

      const counted = await planOf(
        statesAt(dispatcherOf('ana'), '2026-10-01', new Date('2026-10-01T15:00:00Z')).compile(db),
      );
      expect(counted).toContain('orders_day');
      expect(counted).toContain('events_moved');
      expect(counted).toContain('events_order');
      expect(counted).not.toMatch(/Seq Scan on (order_|events)/);

      const { source, count, filter } = countedIn({ ...emptyFilter(), couriers: { is: ['7'], not: [] } });
      const ofCourier = sql`select ${count} from ${source} where ${filterCondition(where, filter, new Date())}`;
      expect(await planOf(ofCourier.compile(db))).toContain('grouped_tallies_pkey');
    } finally {
      await db.destroy();
    }
  });

  it('searches by office, and finds what expires, without reading all rows', { timeout: 300_000 }, async () => {
    const db = connect({ connectionString: await world.createDatabase('searches', EMPTY), max: 1 });
    try {
      await resetPeople(db);
      // The office changes from row to row: each change renews a state, and a key's check reads all versions of its row.
      for (const table of ['order_details', 'order_progress', 'order_search', 'evidence'])
        await sql`alter table ${sql.table(table)} disable trigger renew_state_on_insert_or_update`.execute(db);
      await sql`
        insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
          approximate, date, packages, weight_grams, priority, created_at)
        select 'norte', case when n % 20 = 0 then 'N2' else 'N1' end, 'D' || n, '', '', '', '150122', 0, 0, false,
          '2026-01-12', 1, 1, 'normal', now()
        from generate_series(1, ${ORDERS}::integer) as n`.execute(db);
      await sql`
        insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user,
          changed_what)
        select office_id, id, 'pendiente', now(), now(), 'ana', 'Ana', 'creada' from order_details`.execute(db);
      await sql`
        insert into order_search (order_id, company_id, office_id, text)
        select id, company_id, office_id,
          lower(code) || case when id % 10 = 0 then ' quispe' else ' torres' end || ' larco ' || id % 700
        from order_details`.execute(db);
      await sql`
        insert into evidence (company_id, office_id, upload, order_id, ubigeo, attempt, kind, receiver, at, device_at,
          arrived_at, file, width, height, bytes, sha256, by_username, by_user)
        select company_id, office_id, 'u' || id, id, ubigeo, 1, case when id % 99 = 0 then 'firma' else 'entrega' end,
          case when id % 99 = 0 then jsonb_build_object('document', case when id % 297 = 0 then '44' end) end,
          now() - id * interval '1 minute', now(), now(), md5(id::text), 1, 1, 1, md5(id::text), 'ana', 'Ana'
        from order_details`.execute(db);
      await sql`analyze`.execute(db);

      const planOf = async (query: RawBuilder<unknown>): Promise<string[]> => {
        const compiled = query.compile(db);
        const text = `explain (analyze, costs off, timing off, summary off) ${compiled.sql}`;
        const plan = await db.executeQuery<Record<string, string>>({ ...compiled, sql: text });
        return plan.rows.map((row) => (Object.values(row)[0] ?? '').trim());
      };
      /** Conditions on texts of the index scans that were executed. */
      const searchedBy = async (officeId: string, search: string): Promise<string[]> => {
        const text = textCondition(search) ?? sql<boolean>`true`;
        const plan = await planOf(foundByIndex({ companyId: 'norte', officeId }, text));
        return plan.filter(
          (line, at) =>
            line.startsWith('Index Cond') && line.includes('~~') && !plan[at - 1]?.includes('never executed'),
        );
      };
      expect(await searchedBy('N2', '6999')).toEqual([
        "Index Cond: ((office_id = 'N2'::text) AND (text ~~ '%6999%'::text))",
      ]);
      // Intersecting with the list of a large office would cost more than it saves.
      expect(await searchedBy('N1', '6999')).toEqual(["Index Cond: (text ~~ '%6999%'::text)"]);
      // Two letters are found at the beginning of a word, which the index has.
      expect(await searchedBy('N1', 'xq')).toHaveLength(2);

      const office = { companyId: 'norte', officeId: 'N1' };
      for (const [{ oldest }, index] of [
        [EXPIRING.signatures[0], 'evidence_by_kind'],
        [EXPIRING.documents[0], 'evidence_documents'],
      ] as const)
        for (const after of [undefined, { id: 7, at: new Date(Date.now() - 20_000 * 60_000) }]) {
          const plan = (await planOf(oldest(office, new Date(), { limit: 50, after }))).join('\n');
          expect(plan).toContain(index);
          expect(plan).not.toMatch(/Rows Removed|Seq Scan|^(->  )?Sort \(/m);
        }
      const last = { id: 7, file: '7' };
      for (const after of [undefined, last]) {
        const plan = (await planOf(photosAfter(after, new Date('9999-01-01'), 50))).join('\n');
        expect(plan).toContain('evidence_in_store');
        expect(plan).not.toMatch(/Seq Scan|^(->  )?Sort \(/m);
      }
    } finally {
      await db.destroy();
    }
  });
});

/** The trail of a company, and entries of another one: enough that reading all of them costs more than an index. */
const ENTRIES = 40_000;

onPostgres('query plans of the trail', (world) => {
  it('reads a page by each filter from its index', async () => {
    const db = connect({ connectionString: await world.createDatabase('trail', EMPTY), max: 1 });
    try {
      await resetPeople(db);
      await sql`
        insert into trail (company_id, office_id, kind, at, actor_id, actor, subject_kind, subject_id, address)
        select case when n % 10 = 0 then 'sur' else 'norte' end, case when n % 5000 = 1 then 'N3' else 'N1' end,
          case when n % 5000 = 1 then 'office.created' else 'signIn.ok' end, now() - n * interval '1 minute',
          'u' || n % 500, 'user' || n % 500, 'user', 'u' || n % 700, '10.0.' || n % 200 || '.' || n % 97
        from generate_series(1, ${ENTRIES}::integer) as n`.execute(db);
      await sql`analyze trail`.execute(db);
      const figures = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(db);
        const { rows } = await sql<{ read: number; scans: number }>`
          select (seq_tup_read + idx_tup_fetch)::float8 as read, seq_scan::float8 as scans
          from pg_stat_user_tables where relname = 'trail'`.execute(db);
        return rows[0] ?? { read: Infinity, scans: Infinity };
      };
      const { scans: earlier } = await figures();
      const counted = async (): Promise<number> => {
        const { read, scans } = await figures();
        expect(scans).toBe(earlier);
        return read;
      };
      const rowsRead = async (search: TrailSearch): Promise<{ rows: number; read: number }> => {
        const before = await counted();
        const found = await readTrailPage(db, { companyId: 'norte', timeZone: 'America/Lima' }, { search, size: 51 });
        return { rows: found.length, read: (await counted()) - before };
      };
      for (const [search, rows] of [
        [{}, 51],
        [{ tipo: 'office.created' }, 8],
        [{ oficina: 'N3' }, 8],
        [{ oficina: 'N3', tipo: 'signIn.ok' }, 0],
        [{ direccion: '10.0.7.7' }, 3],
        [{ persona: 'user123' }, 51],
        [{ persona: 'nadie' }, 0],
        [{ desde: '2020-01-01', hasta: '2020-12-31' }, 0],
      ] as const) {
        const result = await rowsRead(search);
        // A page of an index, and for a person the page itself.
        expect({ search, ...result, read: result.read <= 2 * 51 }).toEqual({ search, rows, read: true });
      }
    } finally {
      await db.destroy();
    }
  });
});
