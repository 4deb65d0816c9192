import { type SavedView, type ViewChange, type ViewEdit } from '@despacho/contracts/dispatch';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lastChange } from '#platform/events/last-change.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { fold } from '@despacho/contracts';
import { conflict, notFound, Refusal } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { nameTaken } from './create-view.ts';
import { viewEvent, mayEditView, readView, type ViewRow, viewsOf } from './views-repository.ts';

/** Changes a view of the office, after checking that the person may and has seen its current version. */
async function change(
  { db, clock, feed }: OrderServices,
  dispatcher: Dispatcher,
  { id, version, what }: { id: number; version: number; what: ViewChange },
  work: (trx: Database, row: ViewRow, now: Date) => Promise<ViewRow>,
): Promise<SavedView> {
  const now = clock();
  const row = await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const found = await viewsOf(trx, dispatcher).where('id', '=', id).executeTakeFirstOrThrow(notFound);
    if (!mayEditView(found, dispatcher))
      throw new Refusal('forbidden', `Solo ${found.user_name} o el cargo S puede cambiar esta vista`);
    if (found.version !== version) {
      const changed = await lastChange(trx, dispatcher.officeId, 'view.changed', id);
      throw conflict(`La vista «${found.name}» cambió entretanto`, changed);
    }
    const after = await work(trx, found, now);
    await appendEvent(trx, dispatcher.companyId, viewEvent(after, what, dispatcher, now));
    return after;
  });
  feed.nudge(dispatcher.officeId);
  return readView(db, dispatcher, row);
}

/** Renames a view or replaces its filter. @throws Refusal conflict if someone changed it, or the name is taken. */
export const editView = (
  services: OrderServices,
  dispatcher: Dispatcher,
  id: number,
  { version, changes }: ViewEdit,
): Promise<SavedView> =>
  change(services, dispatcher, { id, version, what: 'editada' }, async (trx, _, now) => {
    const { name, filter, sort } = definedFields(changes);
    if (name !== undefined) {
      const others = await viewsOf(trx, dispatcher).where('id', '!=', id).execute();
      const same = others.find((other) => fold(other.name) === fold(name));
      if (same) throw nameTaken(same);
    }
    const columns = {
      ...(name !== undefined && { name, folded_name: fold(name) }),
      ...(filter !== undefined && { filter: JSON.stringify(filter) }),
      ...(sort !== undefined && { sort }),
      version: version + 1,
      changed_at: now,
    };
    return trx
      .updateTable('views')
      .set(columns)
      .where(inOffice(dispatcher))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/** @returns the removed view. @throws Refusal not-found, forbidden or conflict, as for editing. */
export const removeView = (
  services: OrderServices,
  dispatcher: Dispatcher,
  id: number,
  version: number,
): Promise<SavedView> =>
  change(services, dispatcher, { id, version, what: 'quitada' }, (trx) =>
    trx.deleteFrom('views').where(inOffice(dispatcher)).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
  );
