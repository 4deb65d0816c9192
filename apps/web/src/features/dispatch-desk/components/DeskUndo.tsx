import { useEffect } from 'react';
import { focusPlace } from '#shared/hooks/shortcut.ts';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { useUndoKey } from '#shared/hooks/use-undo-key.ts';
import { menuButtonOf } from '#shared/ui/Menu/menu-button-of.ts';
import { focusRow } from '#features/orders/focus-table.ts';
import { type Action } from '../rules/action.ts';
import { useUndoLast } from '../state/use-undo-last.ts';

/** Id of the action after which the focus was moved, also when the section is opened again. */
let handledId: string | undefined;

/**
 * Focuses the table after an action of this page, once no window is open, unless the focus is where U works already.
 * @param last the newest action. A restored one has no `selected`.
 */
function useReturnAfter(last: Action | undefined, isIdle: boolean): void {
  useEffect(() => {
    if (!isIdle || !last || last.id === handledId) return;
    handledId = last.id;
    if (!last.selected) return;
    requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (!focusPlace(menuButtonOf(focused) ?? focused).acting) focusRow();
    });
  }, [last, isIdle]);
}

/**
 * After an action: U and Ctrl+Z undo it, also once its receipt was closed, and the focus returns to where U works.
 * @param isIdle whether no window or view is open.
 */
export function DeskUndo({ isIdle }: { isIdle: boolean }) {
  const { all, undo } = useUndoLast();
  useShortcut(isIdle ? 'u' : undefined, undo, { changesData: true });
  // Even after an undo: pressing the keys again does not undo text typed before the action.
  useUndoKey(all[0]?.at, undo);
  useReturnAfter(all[0], isIdle);
  return null;
}
