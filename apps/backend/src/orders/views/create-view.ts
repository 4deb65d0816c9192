import { type SavedView, type ViewInput } from '@despacho/contracts/dispatch';
import { requireRoom } from '#platform/database/require-room.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { fold } from '@despacho/contracts';
import { conflict, type Refusal } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { viewEvent, readView, type ViewRow, viewsOf } from './views-repository.ts';

/** Names must differ by more than case and accents. */
export const nameTaken = ({ name, user_name }: Pick<ViewRow, 'name' | 'user_name'>): Refusal =>
  conflict(`La oficina ya tiene la vista «${name}», de ${user_name}`);

/** Whether an existing view is identical, regardless of the order of its fields. */
const saysSame = (row: ViewRow, { name, filter, sort }: ViewInput): boolean => {
  const sorted = (fields: object): string => JSON.stringify(Object.entries(fields).sort());
  return row.name === name && row.sort === sort && sorted(row.filter) === sorted(filter);
};

/**
 * Saves a view for the office. Repeating an identical request by the same person returns the existing view, so that a
 * request whose response was lost can be repeated.
 * @throws Refusal conflict if the office has one with this name, or too many.
 */
export async function createView(
  { db, clock, feed }: OrderServices,
  dispatcher: Dispatcher,
  input: ViewInput,
): Promise<SavedView> {
  const { companyId, officeId, sub, username, user } = dispatcher;
  const now = clock();
  const { row, created } = await transact(
    db,
    async (trx) => {
      await lockOffice(trx, dispatcher);
      const views = await viewsOf(trx, dispatcher).execute();
      const folded = fold(input.name);
      const same = views.find(({ name }) => fold(name) === folded);
      if (same?.person === sub && saysSame(same, input)) return { row: same, created: false };
      if (same) throw nameTaken(same);
      requireRoom('views', views.length);
      const inserted = await trx
        .insertInto('views')
        .values({
          company_id: companyId,
          office_id: officeId,
          person: sub,
          username,
          user_name: user,
          name: input.name,
          folded_name: folded,
          filter: JSON.stringify(input.filter),
          sort: input.sort,
          created_at: now,
          changed_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await appendEvent(trx, companyId, viewEvent(inserted, 'creada', dispatcher, now));
      return { row: inserted, created: true };
    },
    { repeatable: true },
  );
  if (created) feed.nudge(officeId);
  return readView(db, dispatcher, row);
}
