import {
  DISPATCH_OPERATIONS,
  type OrderFilterQuery,
  orderFilterQuery,
  type SavedView,
  type ViewChange,
  type ViewChanged,
} from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { authorsWhoLeft } from '#people/users/may-act.ts';
import { type ViewsTable } from '#platform/database/schema.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { type OrderServices } from '../services.ts';

export type ViewRow = Selectable<ViewsTable>;

/** The views of an office. */
export const viewsOf = (db: Database, office: OfficeKey) => db.selectFrom('views').selectAll().where(inOffice(office));

/** Whether somebody may change or remove a view: it is their own, or they have charge S. */
export const mayEditView = (row: Pick<ViewRow, 'person'>, dispatcher: Pick<Dispatcher, 'sub' | 'charge'>): boolean =>
  row.person === dispatcher.sub || seesWholeCompany(dispatcher);

/** The part of a stored filter that the contract still allows: it may have been saved under an older contract. */
const allowed = (filter: OrderFilterQuery): OrderFilterQuery =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) => orderFilterQuery.shape[name as keyof OrderFilterQuery].safeParse(value).success,
    ),
  );

const toView = (
  row: ViewRow,
  dispatcher: Pick<Dispatcher, 'sub' | 'charge'>,
  left: ReadonlySet<string>,
): SavedView => ({
  id: String(row.id),
  version: row.version,
  name: row.name,
  filter: allowed(row.filter),
  sort: row.sort,
  by: { username: row.username, user: row.user_name },
  authorLeft: left.has(row.person),
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
  mayEdit: mayEditView(row, dispatcher),
});

const leftAmong = (db: Database, office: OfficeKey, rows: readonly ViewRow[]): Promise<ReadonlySet<string>> => {
  const authors = rows.map(({ person }) => person);
  return authorsWhoLeft(db, office, authors, DISPATCH_OPERATIONS['views.create'].policy);
};

/** @returns the view in the contract's form for a person. */
export const readView = async (db: Database, dispatcher: Dispatcher, row: ViewRow): Promise<SavedView> =>
  toView(row, dispatcher, await leftAmong(db, dispatcher, [row]));

/** @returns the office's views, by name. */
export async function listViews({ db }: OrderServices, dispatcher: Dispatcher): Promise<SavedView[]> {
  const rows = await viewsOf(db, dispatcher).orderBy('folded_name').execute();
  const left = await leftAmong(db, dispatcher, rows);
  return rows.map((row) => toView(row, dispatcher, left));
}

/** @returns the event for a change of a view. */
export const viewEvent = (
  { id, name, version }: Pick<ViewRow, 'id' | 'name' | 'version'>,
  what: ViewChange,
  { officeId, username, user }: Dispatcher,
  now: Date,
): ViewChanged => ({
  type: 'view.changed',
  at: now.toISOString(),
  officeId,
  actor: { username, user },
  what,
  view: { id: String(id), name, version },
});
