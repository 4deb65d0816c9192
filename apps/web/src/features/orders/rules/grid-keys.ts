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
  const targets: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const target = targets[press.key];
  if (target === undefined) return null;
  return { does: 'move', to: Math.max(0, Math.min(target, count - 1)), extend: press.shiftKey };
}
