import { type Kysely, sql } from 'kysely';

/**
 * Whether `sign_ins` has every sign-in of an account: releases before 071-people did not record them, so nobody can tell that
 * such an account was never used. Accounts created since are in the trail. And who wrote the notes of a client.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table users add column sign_ins_complete boolean not null default false',
    'alter table users alter column sign_ins_complete set default true',
    `update users set sign_ins_complete = true from trail
      where trail.subject_kind = 'user' and trail.kind = 'account.created' and trail.subject_id = users.id`,
    'alter table client_notes add column author_id text',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
