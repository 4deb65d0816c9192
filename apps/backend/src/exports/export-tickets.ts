import { type ExportFormat, type OrderFilterQuery, type OrderSort, TICKET_SECONDS } from '@despacho/contracts/dispatch';
import { createHash, randomBytes } from 'node:crypto';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';

/** What a ticket lets its person download. */
export interface ExportRequest {
  format: ExportFormat;
  filter: OrderFilterQuery;
  sort: OrderSort;
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

const KEPT_MS = TICKET_SECONDS * 1000;

/** @returns a ticket that this person can redeem once, in this office, within a minute; and until when. */
export async function issueTicket(
  db: Database,
  { companyId, officeId, sub }: Dispatcher,
  request: ExportRequest,
  now: Date,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = randomBytes(32).toString('base64url');
  // Those nobody redeemed.
  await db
    .deleteFrom('export_tickets')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
  await db
    .insertInto('export_tickets')
    .values({
      ticket_hash: hashOf(ticket),
      company_id: companyId,
      office_id: officeId,
      person: sub,
      request: JSON.stringify(request),
      at: now,
    })
    .execute();
  return { ticket, expiresAt: new Date(now.getTime() + KEPT_MS) };
}

/**
 * Takes a ticket in: it is gone afterwards, whatever becomes of the download.
 * @returns what it is good for and the time it was issued at, or undefined for another's, another office's, a used or an
 * old one.
 */
export async function redeemTicket(
  db: Database,
  { companyId, officeId, sub }: Dispatcher,
  ticket: string,
  now: Date,
): Promise<{ request: ExportRequest; at: Date } | undefined> {
  const row = await db
    .deleteFrom('export_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('company_id', '=', companyId)
    .where('office_id', '=', officeId)
    .where('person', '=', sub)
    .returning(['request', 'at'])
    .executeTakeFirst();
  if (!row || now.getTime() - row.at.getTime() > KEPT_MS) return undefined;
  return { request: row.request as unknown as ExportRequest, at: row.at };
}
