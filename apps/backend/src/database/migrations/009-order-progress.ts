import { type Kysely, sql } from 'kysely';

/**
 * Columns that change while an order is dispatched, in the order of the new table, and the due time, which is sorted by
 * together with the state.
 */
const PROGRESS = [
  'state',
  'due_at',
  'attempt',
  'courier_id',
  'sequence',
  'reason',
  'collected',
  'means',
  'version',
  'changed_at',
  'changed_username',
  'changed_user',
  'changed_what',
] as const;

const DETAILS = [
  'id',
  'company_id',
  'office_id',
  'code',
  'collect_due',
  'client_id',
  'client_name',
  'client_phone',
  'recipient',
  'phone',
  'address',
  'reference',
  'ubigeo',
  'lat',
  'lng',
  'approximate',
  'date',
  'window_from',
  'window_to',
  'packages',
  'weight_grams',
  'client_reference',
  'guide',
  'note',
  'priority',
  'evidence',
  'created_at',
] as const;

/** Rows before (-1) and after (+1) a statement, as its trigger sees them. */
const CHANGED = {
  insert: 'select became.*, 1 as change from became',
  update: 'select was.*, -1 as change from was union all select became.*, 1 as change from became',
  delete: 'select was.*, -1 as change from was',
} as const;

/**
 * Both halves of those rows. One join for all of them: at ten thousand rows the database scans the whole other table.
 */
const HALVES = {
  order_progress: (changed: string) =>
    `select details.*, progress.state, progress.due_at, progress.change
    from (${changed}) as progress join order_details as details
      on details.office_id = progress.office_id and details.id = progress.order_id`,
  order_details: (changed: string) =>
    `select details.*, progress.state, progress.due_at
    from (${changed}) as details join order_progress as progress
      on progress.office_id = details.office_id and progress.order_id = details.id`,
} as const;

const SEEN = {
  insert: 'referencing new table as became',
  update: 'referencing old table as was new table as became',
  delete: 'referencing old table as was',
} as const;

/** As in 004-tallies, for changes of either half; the other half is read as it is at that moment. */
const added = (changed: string): string => `
  insert into order_tallies as tally
    (company_id, office_id, date, state, due_at, with_collection, with_note, without_evidence, orders)
  select company_id, office_id, date, state,
    case when state in ('pendiente', 'asignada', 'en_ruta') then due_at else 'infinity' end,
    collect_due is not null, note is not null, state = 'entregada' and evidence = 0, sum(change)
  from (${changed}) as changed
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(change) <> 0
  order by 2, 3, 4, 5, 6, 7, 8
  on conflict (office_id, date, state, due_at, with_collection, with_note, without_evidence)
  do update set orders = tally.orders + excluded.orders`;

async function keepTallies<S>(db: Kysely<S>, table: keyof typeof HALVES, operation: keyof typeof SEEN): Promise<void> {
  const changed = HALVES[table](CHANGED[operation]);
  await sql
    .raw(
      `create function tally_${table}_on_${operation}() returns trigger language plpgsql as $$
      declare
        emptied_offices text[];
        emptied_dates text[];
      begin
        -- Planned anew each time: a plan made for a whole import would go on reading all orders for a change of one.
        execute $tally$
          with tallied as (${added(changed)} returning tally.office_id, tally.date, tally.orders)
          select array_agg(office_id), array_agg(date) from tallied where orders = 0
        $tally$ into emptied_offices, emptied_dates;
        if emptied_offices is not null then
          delete from order_tallies
          where office_id = any(emptied_offices) and date = any(emptied_dates) and orders = 0;
        end if;
        return null;
      end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger tally_on_${operation} after ${operation} on ${table} ${SEEN[operation]}
      for each statement execute function tally_${table}_on_${operation}()`,
    )
    .execute(db);
}

/**
 * Moves the columns that dispatching changes into a narrow table. With state and courier indexed in the wide table,
 * each change rewrote the whole row and all index entries. A view under the former name joins both.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  for (const operation of ['insert', 'update', 'delete'] as const) {
    await sql.raw(`drop trigger tally_on_${operation} on orders`).execute(db);
    await sql.raw(`drop function tally_orders_on_${operation}()`).execute(db);
  }
  await sql`alter table orders rename to order_details`.execute(db);
  // The index that sorts by age becomes the key that the other table references.
  await sql`drop index orders_newest`.execute(db);
  await sql`alter table order_details add constraint order_details_of_office unique (office_id, id)`.execute(db);
  await sql`
    create table order_progress (
      office_id text not null,
      order_id bigint not null,
      state text not null check (state in ('pendiente', 'asignada', 'en_ruta', 'entregada', 'no_entregada',
        'en_devolucion', 'devuelta', 'anulada')),
      due_at timestamptz not null,
      attempt integer not null default 1 check (attempt > 0),
      courier_id bigint,
      sequence integer,
      reason text,
      collected integer check (collected >= 0),
      means text,
      version integer not null default 1,
      changed_at timestamptz not null,
      changed_username text not null,
      changed_user text not null,
      changed_what text not null,
      check ((state in ('pendiente', 'anulada')) = (courier_id is null))
    )`.execute(db);
  const columns = sql.raw(PROGRESS.join(', '));
  await sql`
    insert into order_progress (office_id, order_id, ${columns})
    select office_id, id, ${columns} from order_details order by office_id, id`.execute(db);
  await sql`alter table order_progress add primary key (office_id, order_id)`.execute(db);
  await sql`
    alter table order_progress add foreign key (office_id, order_id) references order_details (office_id, id)`.execute(
    db,
  );
  // Prevents at the database level that a courier has orders of another office.
  await sql`
    alter table order_progress add foreign key (office_id, courier_id) references couriers (office_id, id)`.execute(db);
  // Drops their indexes and constraints with them.
  await sql`alter table order_details ${sql.raw(PROGRESS.map((column) => `drop column ${column}`).join(', '))}`.execute(
    db,
  );
  await sql`create index order_progress_state on order_progress (office_id, state, order_id)`.execute(db);
  await sql`create index order_progress_due on order_progress (office_id, due_at, order_id)`.execute(db);
  // Index for the open orders of the desk: about a day's worth, regardless of the office's size.
  await sql`
    create index order_progress_open on order_progress (office_id, due_at, order_id)
    where state in ('pendiente', 'asignada', 'en_ruta')`.execute(db);
  await sql`
    create index order_progress_courier on order_progress (office_id, courier_id, order_id)
    where courier_id is not null`.execute(db);
  await sql`
    create view orders as
    select ${sql.raw([...DETAILS.map((name) => `details.${name}`), ...PROGRESS.map((name) => `progress.${name}`)].join(', '))},
      progress.order_id
    from order_details as details join order_progress as progress
      on progress.office_id = details.office_id and progress.order_id = details.id`.execute(db);
  await keepTallies(db, 'order_progress', 'insert');
  await keepTallies(db, 'order_progress', 'update');
  await keepTallies(db, 'order_progress', 'delete');
  // An order's two rows are created and deleted together, so only updates need a trigger here.
  await keepTallies(db, 'order_details', 'update');
  // Not for a new database: statistics of empty tables would lead to sequential scans while they fill.
  const { rows } = await sql`select from order_progress limit 1`.execute(db);
  if (rows.length > 0) for (const half of Object.keys(HALVES)) await sql`analyze ${sql.table(half)}`.execute(db);
}
