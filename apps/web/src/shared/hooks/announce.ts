/** Long enough for a screen reader to notice that an emptied region was filled again, with the same words or others. */
const PAUSE_MS = 60;

let region: HTMLElement | undefined;
let pending: ReturnType<typeof setTimeout> | undefined;

/** Says `text` to screen readers, politely: after whatever is being read now. The last of several in a row wins. */
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
