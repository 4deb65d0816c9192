import { type Kysely, sql } from 'kysely';

/**
 * Saved views of one day become relative to the day they are opened on, if that day was today, yesterday or tomorrow
 * when they were saved last: a date in the past is of no use to anybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update views set filter = views.filter || jsonb_build_object('desde', given.name, 'hasta', given.name),
      version = views.version + 1
    from offices, (values (-1, 'ayer'), (0, 'hoy'), (1, 'manana')) as given (days, name)
    where offices.id = views.office_id and views.filter ->> 'desde' = views.filter ->> 'hasta'
      and views.filter ->> 'desde'
        = to_char((views.changed_at at time zone offices.time_zone)::date + given.days, 'YYYY-MM-DD')`.execute(db);
}
