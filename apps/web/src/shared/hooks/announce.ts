/** Long enough for a screen reader to notice that a cleared region was filled again, even with the same text. */
const PAUSE_MS = 60;

let region: HTMLElement | undefined;
let pending: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces `text` to screen readers, politely: after what is being read now. Of several in a row, the last one is
 * read.
 */
export function announce(text: string): void {
  if (region?.isConnected !== true) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('aria-live', 'polite');
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  const target = region;
  target.textContent = '';
  clearTimeout(pending);
  pending = setTimeout(() => {
    target.textContent = text;
  }, PAUSE_MS);
}
