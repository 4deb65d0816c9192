import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MODULES } from '@despacho/contracts';
import { MAX_CLIENTS, MAX_COURIERS, MAX_PEOPLE, MAX_VIEWS } from '@despacho/contracts/dispatch';
import { hashPassword } from '../../src/people/users/passwords.ts';
import { openWorld } from './world.ts';

/** Who asks for much, and who works meanwhile in another company. */
export const BUSY = { office: 'N1', username: 'mucho' };
export const OTHER = { office: 'S1', username: 'otra' };
export const PASSWORD = 'una clave de la prueba';

/** People of that company who can sign in: `persona1` and so on. */
export const CROWD = 100;

/** What the company of `BUSY` has. */
const ORDERS = 20_000;
const TRAIL = 50_000;
const OTHERS_ORDERS = 500;

/** Fills an empty database: a company at the ceilings of its tables, and a small one. */
export async function fillForFairness(database: { dataDir: string } | { databaseUrl: string }): Promise<void> {
  const {
    services: { db },
    close,
  } = await openWorld(database, ORDERS);
  await sql`update companies set storage_quota = 1000000000 where id = 'norte'`.execute(db);
  await sql`insert into companies (id, ruc, name, storage_quota) values ('sur', '20600000029', 'Sur', 1)`.execute(db);
  await sql`insert into offices (id, company_id, name, time_zone) values ('S1', 'sur', 'Sur', 'America/Lima')`.execute(
    db,
  );
  await sql`select setval(order_numbers_of('norte'), ${ORDERS + 1}::bigint)`.execute(db);
  const password_hash = await hashPassword(PASSWORD);
  const permissions = Object.keys(MODULES);
  for (const { office, username } of [BUSY, OTHER])
    await db
      .insertInto('users')
      .values({
        id: randomUUID(),
        office_id: office,
        username,
        name: username,
        charge: 'S',
        permissions,
        password_hash,
        password_changed_at: new Date(),
      })
      .execute();
  await sql`
    insert into users (id, office_id, username, name, charge, permissions, password_hash, password_changed_at)
    select 'u' || n, 'N1', 'persona' || n, 'Persona ' || n, 'S', ${permissions}::text[],
      case when n <= ${CROWD}::integer then ${password_hash} else '' end, now()
    from generate_series(1, ${MAX_PEOPLE / 2}::integer) as n`.execute(db);
  await sql`
    insert into clients (id, company_id, code, name, tax_id, contact, phone, address, district, ubigeo, lat, lng)
    select (5000 + n)::text, 'norte', 'C' || lpad(n::text, 5, '0'), 'Bodega ' || n, (20100000000 + n)::text,
      'Rosa Flores Mamani', '987654321', 'Av. Los Álamos ' || n || ', urbanización Los Jardines', 'Santiago de Surco',
      '150140', -12.1, -77
    from generate_series(1, ${MAX_CLIENTS}::integer) as n`.execute(db);
  await sql`
    insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
      capacity_grams, state, created_at)
    select 'norte', 'N1', rpad('C' || n, 120, 'x'), 'moto',
      array(select lpad(z::text, 6, '0') from generate_series(150101, 150143) as z), '08:00', '20:00', 30, 30000,
      'activo', now()
    from generate_series(1, ${MAX_COURIERS - 1}::integer) as n`.execute(db);
  await sql`
    insert into trail (company_id, office_id, kind, actor_id, actor, actor_name, address, request_id, at, last_at)
    select 'norte', 'N1', 'export.trail', 'u' || n % 100, 'persona' || n % 100, 'Persona ' || n % 100, '190.12.34.56',
      md5(n::text), now() - interval '1 minute' * n, now() - interval '1 minute' * n
    from generate_series(1, ${TRAIL}::integer) as n`.execute(db);
  await sql`
    insert into views (company_id, office_id, person, username, user_name, name, folded_name, filter, created_at, changed_at)
    select 'norte', 'N1', 'N1/a', 'a', 'A', 'Vista ' || n, 'vista ' || n, jsonb_build_object('buscar', repeat('x', 100)),
      now(), now()
    from generate_series(1, ${MAX_VIEWS}::integer) as n`.execute(db);
  await sql`
    insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
      approximate, date, packages, weight_grams, priority, created_at)
    select 'sur', 'S1', 'S' || n, 'Bodega', 'Persona', 'Calle ' || n, '150122', -12, -77, false,
      to_char(now() at time zone 'America/Lima', 'YYYY-MM-DD'), 1, 1000, 'normal', now()
    from generate_series(1, ${OTHERS_ORDERS}::integer) as n`.execute(db);
  await sql`
    insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user,
      changed_what)
    select 'S1', id, 'pendiente', now(), now(), 'ana', 'Ana', 'creada' from order_details where office_id = 'S1'`.execute(
    db,
  );
  await sql`vacuum (analyze)`.execute(db).catch(() => undefined);
  await close();
}
