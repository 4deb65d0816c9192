import { type Kysely, sql } from 'kysely';

/** How the people of a company sign in, and what a person has seen of changes of it. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    `create table sign_in_rules (
      company_id text primary key references companies (id) on delete cascade,
      version integer not null,
      required_company boolean not null default false,
      required_charge_s boolean not null default false,
      required_offices text[] not null default '{}',
      grace_days integer not null,
      required_since timestamptz,
      password_sign_in boolean not null default true,
      long_passwords boolean not null default false,
      changed_at timestamptz not null,
      changed_username text not null,
      changed_user text not null
    )`,
    'alter table sign_ins add column notices_seen_at timestamptz, add column first_at timestamptz',
    // Earlier changes are no news. Of the first sign-ins only the latest possible time is known.
    'update sign_ins set notices_seen_at = now(), first_at = at',
    'alter table sign_in_steps add column sets_up boolean not null default false',
    `comment on table sign_in_rules is 'One row of each company that changed them'`,
    `comment on column sign_in_rules.required_since is 'When the requirement last included more people'`,
    `comment on column sign_ins.notices_seen_at is 'Up to when the person has seen changes of how they sign in'`,
    `comment on column sign_ins.first_at is 'When the person first signed in'`,
    `comment on column sign_in_steps.sets_up is 'It may only set up the second factor that is missing'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
