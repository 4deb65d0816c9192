import type { SweetAlertOptions, SweetAlertResult } from 'sweetalert2';
import { topModal } from './top-modal.ts';
import { loadSweetAlert } from './load-sweetalert.ts';

let last: Promise<unknown> = Promise.resolve();

/** Shows pop-ups one after another: a later one waits instead of replacing an open one. */
export function popUp(options: SweetAlertOptions): Promise<SweetAlertResult> {
  const shown = last.then(async () => {
    const sweetAlert = await loadSweetAlert();
    return sweetAlert.fire({ ...options, target: topModal() });
  });
  last = shown.catch(() => undefined);
  return shown;
}
