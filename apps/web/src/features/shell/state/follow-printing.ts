import { flushSync } from 'react-dom';
import { announce } from '#shared/hooks/announce.ts';
import { printing, unloadedLists } from '#shared/state/printing.ts';
import '../media.css';

/** Width of A4 without margins, upright and across, in pixels. */
const UPRIGHT = 703;
const ACROSS = 1031;

const UNFOLDED = 'data-unfolded';
const WIDE = 'data-print-wide';

/** Marks boxes that scroll, and everything around them: printed pages show their whole content (`media.css`). */
function unfold(): void {
  for (const box of document.querySelectorAll('#root *, dialog')) {
    if (box.matches('textarea, select, input, .leaflet-container, .leaflet-container *')) continue;
    const { overflowX, overflowY, display } = getComputedStyle(box);
    if (display === 'none' || !/auto|scroll/.test(overflowX + overflowY)) continue;
    for (let each: Element | null = box; each && each !== document.body; each = each.parentElement)
      each.toggleAttribute(UNFOLDED, true);
  }
}

/** Turns the pages for a table that is wider, and makes it smaller if it is wider still. */
function fit(): void {
  for (const { style } of document.querySelectorAll<HTMLElement>('#root [role="grid"]')) {
    const width = Number.parseFloat(style.minWidth);
    if (!(width > UPRIGHT)) continue;
    document.body.toggleAttribute(WIDE, true);
    document.body.style.setProperty('--print-zoom', String(Math.min(1, ACROSS / width)));
  }
}

function begin(): void {
  unfold();
  fit();
  // The browser prints the document as it is after this event's handlers.
  flushSync(() => printing.set('on'));
}

function end(): void {
  printing.set('off');
  document.body.removeAttribute(WIDE);
  for (const box of document.querySelectorAll(`[${UNFOLDED}]`)) box.removeAttribute(UNFOLDED);
}

/**
 * Prepares the page for printing: lists with their first rows, boxes without scrollbars. Ctrl+P first loads rows that are
 * missing.
 * @returns a function that ends this.
 */
export function followPrinting(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('beforeprint', begin, { signal });
  addEventListener('afterprint', end, { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (unloadedLists.get() === 0) return;
      event.preventDefault();
      announce('Cargando la lista para imprimirla');
      printing.set('asked');
    },
    { signal },
  );
  const stop = unloadedLists.subscribe(() => {
    if (printing.get() !== 'asked' || unloadedLists.get() > 0) return;
    // After the effect that reported it.
    setTimeout(() => print());
  });
  return () => {
    listening.abort();
    stop();
  };
}
