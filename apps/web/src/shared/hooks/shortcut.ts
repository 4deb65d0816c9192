/** What a key press must tell for `isShortcut` to judge it; a KeyboardEvent does. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
}

/** Where the focus is, in the words that matter to a shortcut. */
interface FocusPlace {
  /** In something one types into. */
  typing: boolean;
  /** In a dialog, menu or list that floats above the page and has keys of its own; anywhere, while a window is modal. */
  floating: boolean;
}

/** Inputs that take no text, so that a letter pressed on them is still a shortcut. */
const WITHOUT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** @returns whether a press means the shortcut `key` here. Shift is left out: `?` needs it on most keyboards. */
export function isShortcut(press: KeyPress, key: string, place: FocusPlace): boolean {
  if (press.defaultPrevented || press.isComposing || press.ctrlKey || press.metaKey || press.altKey) return false;
  if (place.typing || place.floating) return false;
  return press.key.toLowerCase() === key.toLowerCase();
}

/** Windows that let nobody at what is behind them. A press beside their controls leaves the focus on the page itself. */
const MODAL = 'dialog[open], [aria-modal="true"]';

/** @returns what kind of place an element is. */
export function focusPlace(target: EventTarget | null, page: Pick<Document, 'querySelector'> = document): FocusPlace {
  const isCovered = page.querySelector(MODAL) !== null;
  if (!(target instanceof HTMLElement)) return { typing: false, floating: isCovered };
  const typing =
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !WITHOUT_TEXT.has(target.type));
  const floating =
    isCovered ||
    target.closest('dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;
  return { typing, floating };
}
