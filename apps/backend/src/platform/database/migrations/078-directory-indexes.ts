import { type Kysely, sql } from 'kysely';

/**
 * Indexes of the trail by office, because an office with few entries read the whole trail of its company, and of the people
 * of an office in the order of `sortKey` in accounts-repository.ts, because each page sorted all of them. Names are cut at
 * 200 characters, because an index entry has a maximum size.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`create index trail_office on trail (company_id, office_id, at, id) where office_id is not null`.execute(db);
  await sql`
    create index users_by_name on users (office_id, (replace(lower(translate(left(name, 200), 'ÁÀÄÂÉÈËÊÍÌÏÎÓÒÖÔÚÙÜÛáàäâéèëêíìïîóòöôúùüûÑ',
      'AAAAEEEEIIIIOOOOUUUUaaaaeeeeiiiioooouuuuñ')), 'ñ', 'n~') collate "C"), (id collate "C"))`.execute(db);
}
