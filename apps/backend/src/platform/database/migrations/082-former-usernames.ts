import { type Kysely, sql } from 'kysely';

/**
 * Usernames that people had before they were renamed or moved. Gateways remember for a month where an account has signed
 * in, by its name, so nobody else of the office may receive it. `key` is a digest (`usernameKey`): the name itself is
 * personal data. Without a foreign key of the office, because an empty office can be deleted and created again.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create table former_usernames (
      office_id text not null,
      key text not null,
      user_id text not null references users (id) on delete cascade,
      primary key (office_id, key, user_id)
    )`.execute(db);
  await sql`create index former_usernames_of_user on former_usernames (user_id)`.execute(db);
}
