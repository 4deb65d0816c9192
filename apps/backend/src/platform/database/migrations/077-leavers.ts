import { type Kysely, sql } from 'kysely';

/**
 * Who received a line of «Por atender» from a person who lost access, and the index for the history of one person, with
 * the kinds of `PERSON_HISTORY_KINDS`. It excludes refused sign-ins, which strangers can cause.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table attention_acts add column to_username text, add column to_user text',
    `create index trail_person on trail (company_id, subject_id, at, id) where subject_kind = 'user' and kind in (
      'account.created', 'account.edited', 'account.disabled', 'account.enabled', 'account.retired', 'account.moved',
      'account.erased', 'permissions.changed', 'password.changed', 'password.set', 'password.linkCreated',
      'password.linkUsed')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
