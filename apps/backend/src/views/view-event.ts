import { type ViewChange, type ViewChanged } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type ViewRow } from './views-repository.ts';

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
