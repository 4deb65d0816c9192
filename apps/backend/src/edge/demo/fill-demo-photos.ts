import { DEGREE_METERS, type Point } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { DEMO_DOORS } from '#field/evidence/draw-demo-photo.ts';

/** Only the newest deliveries of an office have photos: older ones add nothing to see. */
const DELIVERIES = 4000;
/** Approximate bytes of a drawing in all sizes. */
const BYTES = 62_000;

/** Nearly all of so many newest deliveries of an office have a photo, as their couriers must take one. */
const RECENT = 300;

/**
 * Adds photos to nearly all of an office's newest deliveries and to seven of ten of the others, a third of them with a
 * signature too. The rows share the few files of draw-demo-photo.ts, which are drawn when somebody looks at them. They
 * were taken within 8 m of the door.
 * @param doors by UBIGEO and address, with a blank between them.
 */
export async function fillDemoPhotos(
  trx: Database,
  dispatcher: Dispatcher,
  doors: ReadonlyMap<string, Point>,
): Promise<void> {
  const { companyId, officeId, username, user } = dispatcher;
  const { numAffectedRows = 0n } = await sql`
    insert into evidence (company_id, office_id, upload, order_id, client_id, ubigeo, attempt, kind, courier_id, receiver,
      at, device_at, clock_offset_ms, arrived_at, lat, lng, accuracy, file, width, height, bytes, sha256, by_username, by_user,
      checked_at, distance)
    select ${companyId}, ${officeId}, 'demo-' || id || '-' || number, id, client_id, ubigeo, attempt,
      case number when 1 then 'entrega' else 'firma' end, courier_id,
      jsonb_build_object('name', recipient, 'document', (40000000 + id * 7919 % 39999999)::text, 'relation', 'Titular'),
      closed_at - interval '50 seconds' / number, closed_at - interval '50 seconds' / number, 0,
      closed_at + interval '4 seconds' * number, at_lat, at_lng, 8 + id % 20,
      case number when 1 then 'demo-' || lpad((id * 5 % ${DEMO_DOORS})::text, 2, '0') else 'demo-firma' end,
      case number when 1 then 1600 else 900 end, case number when 1 then 1200 else 420 end,
      case number when 1 then ${BYTES}::bigint else ${BYTES}::bigint / 4 end,
      encode(sha256(('demo ' || id || ' ' || number)::bytea), 'hex'), ${username}::text, ${user}::text,
      closed_at + interval '4 seconds' * number, case when approximate then null else
        round(${DEGREE_METERS} * sqrt((at_lat - lat) ^ 2 + ((at_lng - lng) * cos(radians(lat))) ^ 2)) end
    from (
      select newest.*, row_number() over (order by closed_at desc, id desc) as place,
        (door.point ->> 'lat')::float8 + (id * 7 % 11 - 5) / 1e5 as at_lat,
        (door.point ->> 'lng')::float8 + (id * 3 % 11 - 5) / 1e5 as at_lng
      from (
        select * from orders where ${inOffice(dispatcher)} and state = 'entregada'
        order by closed_at desc, id desc limit ${DELIVERIES}
      ) as newest
      join jsonb_each(${JSON.stringify(Object.fromEntries(doors))}::jsonb) as door (address, point)
        on door.address = newest.ubigeo || ' ' || newest.address
    ) as delivered
    cross join generate_series(1, case when id % 3 = 0 then 2 else 1 end) as numbers (number)
    where case when place <= ${RECENT} then id % 40 > 0 else id % 10 < 7 end
    on conflict do nothing`.execute(trx);
  if (numAffectedRows === 0n) return;
  await sql`
    update order_details set evidence = photos.count
    from (select order_id, count(*)::integer as count from evidence where office_id = ${officeId} group by order_id) as photos
    where order_details.office_id = ${officeId} and order_details.id = photos.order_id`.execute(trx);
  await sql`
    update companies set storage_used = (select sum(bytes) from evidence where company_id = ${companyId})
    where id = ${companyId}`.execute(trx);
}
