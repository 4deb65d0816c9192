import type { SweetAlertOptions, SweetAlertResult } from 'sweetalert2';
import { loadSweetAlert } from './load-sweetalert.ts';

/** The topmost open `dialog`, which covers everything outside and makes it inert; otherwise the body. */
const topWindow = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;

let last: Promise<unknown> = Promise.resolve();

/** Shows pop-ups one after another: a later one waits instead of replacing an open one. */
export function popUp(options: SweetAlertOptions): Promise<SweetAlertResult> {
  const shown = last.then(async () => {
    const sweetAlert = await loadSweetAlert();
    return sweetAlert.fire({ ...options, target: topWindow() });
  });
  last = shown.catch(() => undefined);
  return shown;
}
