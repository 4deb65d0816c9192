import { NEW_ACCOUNTS_A_DAY } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { momentText } from '#platform/dispatch/zoned-time.ts';
import { formatNumber } from '#platform/format-number.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { conflict } from '#platform/refusal.ts';
import { type Account } from './accounts-repository.ts';

const DAY_MS = 86_400_000;

/**
 * Counts the accounts that a person created within 24 hours, in the company's trail: accounts that were deleted since
 * count too. New accounts share the maximum of their creator, or one person could create accounts that create more.
 * Exact under the lock of the company's people.
 * @param more accounts to be created.
 * @throws Refusal conflict above the maximum, with when they can be created and who can do it before.
 */
export async function requireRoomToday(
  db: Database,
  caller: Account,
  more: number,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const created = await db
    .selectFrom('trail')
    .select(['actor_id', 'subject_id', 'at'])
    .where('company_id', '=', caller.companyId)
    .where('kind', '=', 'account.created')
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('at')
    .execute();
  const creatorOf = new Map(created.map(({ subject_id, actor_id }) => [subject_id, actor_id]));
  /** The account, who created it within 24 hours, who created that one, … */
  const lineOf = (id: string | null): string[] => {
    const line: string[] = [];
    for (let each: string | null = id; each !== null; each = creatorOf.get(each) ?? null) line.push(each);
    return line;
  };
  const counts = new Map<string, Date[]>(lineOf(caller.id).map((id) => [id, []]));
  for (const { actor_id, at } of created) for (const id of lineOf(actor_id)) counts.get(id)?.push(at);
  const people = await db
    .selectFrom('users')
    .select(['id', 'charge'])
    .where('id', 'in', [...counts.keys()])
    .execute();
  for (const { id, charge } of people) {
    const most = seesWholeCompany({ charge }) ? NEW_ACCOUNTS_A_DAY.chargeS : NEW_ACCOUNTS_A_DAY.usual;
    const times = counts.get(id) ?? [];
    const oldest = times[times.length + more - most - 1];
    if (oldest === undefined) continue;
    const who = id === caller.id ? 'Usted' : 'Quien creó su cuenta';
    const ask = seesWholeCompany(caller) ? 'a quien administra el servidor' : 'a una persona con cargo S';
    throw conflict(
      `${who} creó ${formatNumber(times.length)} cuentas en 24 horas, también con las que estas crearon; el máximo es ${formatNumber(most)}. Esto se puede crear desde el ${momentText(new Date(oldest.getTime() + DAY_MS), timeZone)}; si lo necesita antes, pídalo ${ask}`,
    );
  }
}
