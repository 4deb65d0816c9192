import { type SavedView } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { toView, viewsOf } from './views-repository.ts';

/** @returns the office's views, by name. */
export async function listViews({ db }: Services, dispatcher: Dispatcher): Promise<SavedView[]> {
  const rows = await viewsOf(db, dispatcher).orderBy('folded_name').execute();
  return rows.map((row) => toView(row, dispatcher));
}
