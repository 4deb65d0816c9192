import type { SweetAlertOptions, SweetAlertResult } from 'sweetalert2';
import { topModal } from './top-modal.ts';
import { loadSweetAlert } from './load-sweetalert.ts';

let last: Promise<unknown> = Promise.resolve();

/** Shows pop-ups one after another: a later one waits instead of replacing an open one. */
export function popUp(options: SweetAlertOptions): Promise<SweetAlertResult> {
  const shown = last.then(async () => {
    const sweetAlert = await loadSweetAlert();
    if (options.toast) return sweetAlert.fire({ ...options, target: topModal() });
    const opener = document.activeElement as HTMLElement | null;
    const result = await sweetAlert.fire({ ...options, target: topModal(), returnFocus: false });
    // The library waits 100 ms, and a window that opens before would return the focus to the body.
    opener?.focus({ preventScroll: true });
    return result;
  });
  last = shown.catch(() => undefined);
  return shown;
}
