import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { personSub } from '../users/person-sub.ts';
import { type Account } from './accounts-repository.ts';

/** Columns that identify a person's own rows. Those of quotas and requests expire within two days. */
const OWN = [
  ['views', 'person'],
  ['attention_lines', 'taken_person'],
  ['shift_notes', 'person'],
  ['shift_reads', 'person'],
] as const;

/**
 * Keeps what is a person's own after a change of username or office: taken lines of «Por atender», saved views, notes.
 * Otherwise it would belong to the next person with the username.
 */
export async function renamePersonKeys(trx: Database, before: Account, after: Account): Promise<void> {
  const [from, to] = [personSub(before), personSub(after)];
  for (const [table, column] of OWN)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where office_id = ${before.office.id} and ${sql.ref(column)} = ${from}`.execute(trx);
}

/** Whether something in the company is a person's own, such as lines of «Por atender» that a colleague gave them. */
export async function ownsAnything(db: Database, account: Account): Promise<boolean> {
  const found = OWN.map(
    ([table, column]) => sql`select from ${sql.table(table)}
      where ${sql.ref(column)} = ${personSub(account)}
        and office_id in (select id from offices where company_id = ${account.companyId})`,
  );
  const { rows } = await sql<{ found: boolean }>`
    select exists (${sql.join(found, sql` union all `)}) as found`.execute(db);
  return rows[0]?.found === true;
}
