import { type Kysely, sql } from 'kysely';

/**
 * The trail of one office, which read the whole trail of a company for an office with few entries; and the people of an
 * office by name, in the order of `sortKey` in accounts-repository.ts, for which each page sorted all of them. Of a longer name its beginning: an entry of an index has a maximum size.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`create index trail_office on trail (company_id, office_id, at, id) where office_id is not null`.execute(db);
  await sql`
    create index users_by_name on users (office_id, (replace(lower(translate(left(name, 200), 'ÁÀÄÂÉÈËÊÍÌÏÎÓÒÖÔÚÙÜÛáàäâéèëêíìïîóòöôúùüûÑ',
      'AAAAEEEEIIIIOOOOUUUUaaaaeeeeiiiioooouuuuñ')), 'ñ', 'n~') collate "C"), (id collate "C"))`.execute(db);
}
