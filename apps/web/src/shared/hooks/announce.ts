import { topModal } from '../dialogs/top-modal.ts';

/** Long enough for a screen reader to notice that a cleared region was filled again, even with the same text. */
const PAUSE_MS = 60;

let region: HTMLElement | undefined;
let pending: ReturnType<typeof setTimeout> | undefined;

function createRegion(): HTMLElement {
  const created = document.createElement('div');
  created.className = 'visually-hidden';
  created.setAttribute('aria-live', 'polite');
  created.setAttribute('role', 'status');
  created.toggleAttribute('data-announcer', true);
  return created;
}

/**
 * Announces `text` to screen readers, politely: after the current text. Of several in a row, the last one is read. The
 * announcement is made in the dialog in front, because everything outside is inert, or in the next one if that opens or
 * closes meanwhile. While a prompt hides the page, it waits.
 */
export function announce(text: string): void {
  clearTimeout(pending);
  const place = topModal();
  region ??= createRegion();
  region.textContent = '';
  if (region.parentElement !== place) place.append(region);
  const target = region;
  pending = setTimeout(() => {
    const isHeard = topModal() === place && place.isConnected && target.closest('[aria-hidden="true"]') === null;
    if (isHeard) target.textContent = text;
    else announce(text);
  }, PAUSE_MS);
}
