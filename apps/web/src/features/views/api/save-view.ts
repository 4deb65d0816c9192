import { type SavedView, type ViewEdit, type ViewInput, viewOperations } from '@despacho/contracts/dispatch';
import { call } from '#shared/http/call.ts';

/** @throws HttpFailure of kind conflict if the office already has a view with this name. */
export const createView = (officeId: string, body: ViewInput): Promise<SavedView> =>
  call(viewOperations['views.create'], { query: { officeId }, body });

/** @throws HttpFailure of kind conflict if the view changed since `version`, or the name is taken. */
export const editView = (officeId: string, { id, version }: SavedView, changes: ViewEdit['changes']) =>
  call(viewOperations['views.edit'], { params: { id }, query: { officeId }, body: { version, changes } });

/** @throws HttpFailure of kind conflict if the view changed since `version`. */
export const removeView = (officeId: string, { id, version }: SavedView): Promise<SavedView> =>
  call(viewOperations['views.remove'], { params: { id }, query: { officeId }, body: { version } });
