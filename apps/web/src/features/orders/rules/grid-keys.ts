import { indexAfterKey } from '#shared/hooks/use-roving-focus.ts';

type GridKey = { does: 'move'; to: number; extend: boolean } | { does: 'toggle' | 'extend' | 'open' | 'all' };

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * @param at index of the focused row, of `count`; `page` rows are visible.
 * @returns the action of a key press, or null.
 */
export function gridKey(press: Press, at: number, count: number, page: number): GridKey | null {
  if (press.altKey || count === 0) return null;
  if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === 'a' ? { does: 'all' } : null;
  if (press.key === ' ') return { does: press.shiftKey ? 'extend' : 'toggle' };
  if (press.key === 'Enter') return press.shiftKey ? null : { does: 'open' };
  const to = indexAfterKey(press.key, at, count, { page });
  return to === null ? null : { does: 'move', to, extend: press.shiftKey };
}
