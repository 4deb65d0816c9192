import { useEffect, useEffectEvent } from 'react';
import { serverNow } from '../http/server-clock.ts';
import { focusPlace, MODAL } from './shortcut.ts';

/** An act that Ctrl+Z undoes. */
interface Undoable {
  /** When it was done, in milliseconds of the server's clock. */
  at: number;
  undo: () => void;
  /** The control that undoes it; undefined for an act of the page, which an open window covers. */
  control: () => Element | null | undefined;
}

const undoables = new Set<Undoable>();

/** When each field was last edited, in milliseconds of the server's clock. */
const edits = new WeakMap<EventTarget, number>();

/** @returns the last act that the topmost window shows, or the page if no window is open. */
function lastUndoable(): Undoable | undefined {
  const modal = [...document.querySelectorAll(MODAL)].at(-1);
  return [...undoables]
    .filter(({ control }) => !modal || modal.contains(control() ?? null))
    .toSorted((one, other) => other.at - one.at)[0];
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.shiftKey) return;
  if (event.key.toLowerCase() !== 'z' || event.ctrlKey === event.metaKey) return;
  const last = lastUndoable();
  const { target } = event;
  if (!last || !target) return;
  // Text typed since the act is undone by the browser.
  if (focusPlace(target).typing && (edits.get(target) ?? 0) > last.at) return;
  event.preventDefault();
  if (!event.repeat) last.undo();
}

let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('keydown', onKeyDown);
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target) edits.set(target, serverNow());
    },
    true,
  );
}

/**
 * Ctrl+Z (⌘Z) undoes the last act of the page or of the topmost window, also from a field that was not edited since the
 * act: there, the browser would undo text typed before it.
 * @param at when the act was done, in milliseconds of the server's clock; undefined without an act.
 * @param controlId id of the control that undoes it, for one that may be in a window.
 */
export function useUndoKey(at: number | undefined, undo: () => void, controlId?: string): void {
  const onUndo = useEffectEvent(undo);
  useEffect(() => {
    if (at === undefined) return;
    listen();
    const control = (): Element | null | undefined =>
      controlId === undefined ? undefined : document.getElementById(controlId);
    const undoable: Undoable = { at, undo: () => onUndo(), control };
    undoables.add(undoable);
    return () => {
      undoables.delete(undoable);
    };
  }, [at, controlId]);
}
