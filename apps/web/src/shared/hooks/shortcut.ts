/** The fields of a KeyboardEvent that `isShortcut` reads. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
}

/** Properties of the focused element that matter for shortcuts. */
interface FocusPlace {
  /** In a text input. */
  typing: boolean;
  /** In a dialog, menu or list that floats above the page and handles its own keys; anywhere, while a modal is open. */
  floating: boolean;
  /** In an element marked with `ACTION_KEYS`. */
  acting: boolean;
}

/**
 * Attribute of the table and of the bars of actions on orders. Only there do keys work that change data: elsewhere, such
 * as on a heading, a letter may be the start of a text.
 */
export const ACTION_KEYS = { 'data-action-keys': '' } as const;

/** Input types without text, where a letter is still a shortcut. */
const WITHOUT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** What begins the name of a shortcut with Ctrl, or ⌘ on a Mac: it works in fields and above windows too. */
const CONTROL = 'Ctrl+';

/**
 * @param key a key alone, or «Ctrl+s».
 * @param changesData whether the shortcut requires the focus to be among `ACTION_KEYS`.
 * @returns whether a press triggers the shortcut `key` here. Ignores Shift, which `?` requires on most keyboards, without
 *   Ctrl.
 */
export function isShortcut(press: KeyPress, key: string, place: FocusPlace, changesData = false): boolean {
  if (press.defaultPrevented || press.isComposing || press.altKey) return false;
  if (key.startsWith(CONTROL))
    return press.ctrlKey !== press.metaKey && !press.shiftKey && press.key.toLowerCase() === key.slice(CONTROL.length);
  if (press.ctrlKey || press.metaKey) return false;
  if (place.typing || place.floating || (changesData && !place.acting)) return false;
  return press.key.toLowerCase() === key.toLowerCase();
}

/** Modal elements. A click next to their controls leaves the focus on the body. */
export const MODAL = 'dialog[open], [aria-modal="true"]';

/** @returns the place of the focused element. */
export function focusPlace(target: EventTarget | null, page: Pick<Document, 'querySelector'> = document): FocusPlace {
  const isCovered = page.querySelector(MODAL) !== null;
  if (!(target instanceof HTMLElement)) return { typing: false, floating: isCovered, acting: false };
  const typing =
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !WITHOUT_TEXT.has(target.type));
  const floating =
    isCovered ||
    target.closest('dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;
  return { typing, floating, acting: target.closest('[data-action-keys]') !== null };
}
