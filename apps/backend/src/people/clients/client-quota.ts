import { NEW_CLIENTS_A_DAY } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { momentText } from '#platform/dispatch/zoned-time.ts';
import { formatNumber } from '#platform/format-number.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { conflict } from '#platform/refusal.ts';
import { userOf } from '../trail/record-trail.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

const DAY_MS = 86_400_000;

/**
 * Counts the clients that a person created within 24 hours, in the company's trail: those merged since count too. Exact under
 * the lock of `lockClients`.
 * The operator's are not counted.
 * @param more clients to be created.
 * @throws Refusal conflict above the maximum, with when they can be created and who can do it before.
 */
export async function requireClientsToday(
  trx: Database,
  { companyId, sub, charge, timeZone }: Dispatcher,
  more: number,
  now: Date,
): Promise<void> {
  if (more === 0) return;
  const isS = seesWholeCompany({ charge });
  const most = isS ? NEW_CLIENTS_A_DAY.chargeS : NEW_CLIENTS_A_DAY.usual;
  const { rows } = await sql<{ at: Date; total: number }>`
    select at, (sum(coalesce((details ->> 'clients')::integer, 1)) over (order by at, id))::integer as total from trail
    where company_id = ${companyId} and actor_id = ${userOf(companyId, sub)} and at > ${new Date(now.getTime() - DAY_MS)}
      and kind in ('client.created', 'client.imported') order by at, id`.execute(trx);
  const created = rows.at(-1)?.total ?? 0;
  if (created + more <= most) return;
  const enough = rows.find(({ total }) => created - total + more <= most);
  const when = enough
    ? `Esto se puede crear desde el ${momentText(new Date(enough.at.getTime() + DAY_MS), timeZone)}; si lo necesita antes, pídalo`
    : 'Divida el archivo, o pídalo';
  throw conflict(
    `Una persona puede crear ${formatNumber(most)} clientes en 24 horas, y usted ya creó ${formatNumber(created)}. ${when} ${isS ? 'a quien administra el servidor' : 'a una persona con cargo S'}`,
  );
}
