/** Content of the panel next to the list: an order with its history, or a form for a new or an existing order. */
export type OrderWindow = { kind: 'detail'; id: string } | { kind: 'new' } | { kind: 'edit'; id: string };

const DETAIL = 'ver';
export const EDIT = 'editar';
export const NEW = 'nueva';

const ID = /^[1-9]\d{0,14}$/;

/** @returns the panel in the URL, or null. */
export function readOrderWindow(params: URLSearchParams): OrderWindow | null {
  if (params.has(NEW)) return { kind: 'new' };
  const edited = params.get(EDIT) ?? '';
  if (ID.test(edited)) return { kind: 'edit', id: edited };
  const shown = params.get(DETAIL) ?? '';
  return ID.test(shown) ? { kind: 'detail', id: shown } : null;
}

/** @returns the URL parameters with this panel instead of any other. */
export function writeOrderWindow(window: OrderWindow | null, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const name of [DETAIL, EDIT, NEW]) written.delete(name);
  if (window?.kind === 'new') written.set(NEW, '1');
  if (window?.kind === 'edit') written.set(EDIT, window.id);
  if (window?.kind === 'detail') written.set(DETAIL, window.id);
  return written;
}
