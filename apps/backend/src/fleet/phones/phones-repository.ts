import {
  type CourierPhone,
  DAY_TURNS_AT,
  DISPATCH_OPERATIONS,
  MAX_WRONG_CODES,
  PHONE_ABSOLUTE_DAYS,
  PHONE_IDLE_DAYS,
} from '@despacho/contracts/dispatch';
import { type Insertable, sql } from 'kysely';
import { authorMayAct } from '#people/users/may-act.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_FORMER_PHONES } from '#platform/database/table-bounds.ts';
import { type Schema } from '#platform/database/schema.ts';
import { routeState } from './route-state.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Uses within this time are written once. */
const USE_EVERY_MS = 60_000;

const before = (now: Date, milliseconds: number): Date => new Date(now.getTime() - milliseconds);

/**
 * A link that nobody has used is its author's. A connected phone is the courier's, and ends with the courier's state.
 * @param links name or alias of the table.
 */
const authorMayConnect = (links: string) => authorMayAct(links, DISPATCH_OPERATIONS['couriers.connect'].policy);

/** Phones that are connected now: not revoked, within both limits, of a courier who still works here. */
const connectedAt = (db: Database, now: Date) =>
  db
    .selectFrom('courier_devices as devices')
    .innerJoin('couriers', (join) =>
      join.onRef('couriers.office_id', '=', 'devices.office_id').onRef('couriers.id', '=', 'devices.courier_id'),
    )
    .where('devices.revoked_at', 'is', null)
    .where('devices.connected_at', '>', before(now, PHONE_ABSOLUTE_DAYS * DAY_MS))
    .where('devices.used_at', '>', before(now, PHONE_IDLE_DAYS * DAY_MS))
    .where('couriers.state', '<>', 'retirado');

/** The connected pages of the courier of a row. @param rows name or alias of its table. */
export const pagesOf = (db: Database, rows: string, now: Date) =>
  connectedAt(db, now)
    .select('devices.id')
    .where(sql<boolean>`devices.office_id = ${sql.ref(`${rows}.office_id`)}`)
    .where(sql<boolean>`devices.courier_id = ${sql.ref(`${rows}.courier_id`)}`);

/**
 * @param withRoute whether also to read the state of its route.
 * @param dayTurnsAt when the working day turns.
 * @returns the phone with this session, with its courier and office; undefined if it is not connected.
 */
export const findPhone = (db: Database, sessionHash: string, now: Date, withRoute = false, dayTurnsAt = DAY_TURNS_AT) =>
  connectedAt(db, now)
    .innerJoin('offices', 'offices.id', 'devices.office_id')
    .select([
      'devices.id',
      'devices.company_id as companyId',
      'devices.office_id as officeId',
      'devices.courier_id as courierId',
      'devices.name as device',
      'devices.connected_at as connectedAt',
      'devices.used_at as usedAt',
      'couriers.name as courier',
      'offices.name as office',
      'offices.time_zone as timeZone',
      sql.val(dayTurnsAt).$castTo<string>().as('dayTurnsAt'),
    ])
    .$if(withRoute, (phones) => phones.select(['offices.event_position as position', routeState(now).as('routeState')]))
    .where('devices.session_hash', '=', sessionHash)
    .where('offices.closed', 'is', null)
    .executeTakeFirst();

export type Phone = NonNullable<Awaited<ReturnType<typeof findPhone>>>;

/** @returns a courier as the owner of what the phone has sent before, connected or not. */
export const findOwner = (
  db: Database,
  { officeId, courierId, dayTurnsAt }: { officeId: string; courierId: number; dayTurnsAt: string },
) =>
  db
    .selectFrom('couriers')
    .innerJoin('offices', 'offices.id', 'couriers.office_id')
    .select([
      'offices.company_id as companyId',
      'offices.id as officeId',
      'offices.time_zone as timeZone',
      sql.val(dayTurnsAt).$castTo<string>().as('dayTurnsAt'),
      'couriers.id as courierId',
      'couriers.name as courier',
    ])
    .where('couriers.office_id', '=', officeId)
    .where('couriers.id', '=', courierId)
    .executeTakeFirstOrThrow();

/** Records that a phone was used. */
export async function touchPhone(db: Database, { id, usedAt }: Phone, now: Date): Promise<void> {
  if (now.getTime() - usedAt.getTime() < USE_EVERY_MS) return;
  await db.updateTable('courier_devices').set({ used_at: now }).where('id', '=', id).execute();
}

/** @returns what the office sees of a courier's phone. */
export async function readPhone(db: Database, office: OfficeKey, courierId: number, now: Date): Promise<CourierPhone> {
  const device = await connectedAt(db, now)
    .select(['devices.name', 'devices.connected_at', 'devices.used_at'])
    .where(inOffice(office, 'devices'))
    .where('devices.courier_id', '=', courierId)
    .executeTakeFirst();
  const link = await db
    .selectFrom('courier_links')
    .select('expires_at')
    .where(inOffice(office))
    .where('courier_id', '=', courierId)
    .where('expires_at', '>', now)
    .where('wrong_codes', '<', MAX_WRONG_CODES)
    .where(authorMayConnect('courier_links'))
    .executeTakeFirst();
  return {
    device: device
      ? {
          name: device.name,
          connectedAt: device.connected_at.toISOString(),
          usedAt: device.used_at.toISOString(),
        }
      : null,
    linkExpiresAt: link?.expires_at.toISOString() ?? null,
  };
}

/** Ends the session of a phone. */
const revoke = (db: Database, now: Date) =>
  db.updateTable('courier_devices').set({ revoked_at: now }).where('revoked_at', 'is', null);

/** Ends a courier's session and voids the link. */
export async function disconnectPhone(db: Database, office: OfficeKey, courierId: number, now: Date): Promise<void> {
  await db.deleteFrom('courier_links').where(inOffice(office)).where('courier_id', '=', courierId).execute();
  await revoke(db, now).where(inOffice(office)).where('courier_id', '=', courierId).execute();
}

/** Ends the sessions of all phones of an office and voids its links. @returns how many sessions ended. */
export async function disconnectPhones(db: Database, office: OfficeKey, now: Date): Promise<number> {
  await db.deleteFrom('courier_links').where(inOffice(office)).execute();
  const ended = await revoke(db, now).where(inOffice(office)).executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Ends the session of one phone, if it is still connected. */
export async function revokePhone(db: Database, sessionHash: string, now: Date): Promise<void> {
  await revoke(db, now).where('session_hash', '=', sessionHash).execute();
}

/** Stores a link in place of the courier's previous one. */
export async function replaceLink(db: Database, row: Insertable<Schema['courier_links']>): Promise<void> {
  const { secret_hash, code_hash, created_at, expires_at, author_id } = row;
  await db
    .insertInto('courier_links')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['office_id', 'courier_id'])
        .doUpdateSet({ secret_hash, code_hash, created_at, expires_at, author_id, wrong_codes: 0 }),
    )
    .execute();
}

/** @returns a link that can still be used; undefined for any other, whatever the reason. */
export const findLink = (db: Database, secretHash: string, now: Date) =>
  db
    .selectFrom('courier_links as links')
    .innerJoin('couriers', (join) =>
      join.onRef('couriers.office_id', '=', 'links.office_id').onRef('couriers.id', '=', 'links.courier_id'),
    )
    .innerJoin('offices', 'offices.id', 'links.office_id')
    .select([
      'links.company_id as companyId',
      'links.office_id as officeId',
      'links.courier_id as courierId',
      'links.code_hash as codeHash',
      'links.wrong_codes as wrongCodes',
      'links.expires_at as expiresAt',
      'couriers.name as courier',
      'offices.name as office',
    ])
    .where('links.secret_hash', '=', secretHash)
    .where('links.expires_at', '>', now)
    .where('links.wrong_codes', '<', MAX_WRONG_CODES)
    .where(authorMayConnect('links'))
    .where('couriers.state', '<>', 'retirado')
    .where('offices.closed', 'is', null)
    .executeTakeFirst();

/** Locks a link until the transaction ends, so that it is used once. */
export async function lockLink(trx: Database, secretHash: string): Promise<void> {
  await trx
    .selectFrom('courier_links')
    .select('secret_hash')
    .where('secret_hash', '=', secretHash)
    .forUpdate()
    .execute();
}

export async function countWrongCode(trx: Database, secretHash: string): Promise<void> {
  await trx
    .updateTable('courier_links')
    .set({ wrong_codes: sql<number>`wrong_codes + 1` })
    .where('secret_hash', '=', secretHash)
    .execute();
}

/** Deletes all but the newest former phones of a courier, except those that sent visits. */
const forgetFormer = (trx: Database, { officeId, courierId }: { officeId: string; courierId: number }) =>
  sql`
    delete from courier_devices where id in (
      select id from courier_devices as former
      where office_id = ${officeId} and courier_id = ${courierId} and revoked_at is not null
        and not exists (
          select from field_visits
          where office_id = ${officeId} and courier_id = ${courierId} and device_id = former.id
        )
      order by id desc offset ${MAX_FORMER_PHONES}
    )`.execute(trx);

/** Connects a phone in place of the courier's previous one, and deletes the courier's link. */
export async function replacePhone(
  trx: Database,
  { companyId, officeId, courierId }: OfficeKey & { courierId: number },
  { sessionHash, name }: { sessionHash: string; name: string },
  now: Date,
): Promise<void> {
  await disconnectPhone(trx, { companyId, officeId }, courierId, now);
  await forgetFormer(trx, { officeId, courierId });
  await trx
    .insertInto('courier_devices')
    .values({
      session_hash: sessionHash,
      company_id: companyId,
      office_id: officeId,
      courier_id: courierId,
      name,
      connected_at: now,
      used_at: now,
      revoked_at: null,
    })
    .execute();
}
