import { loadSweetAlert } from './load-sweetalert.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { topWindow } from './top-window.ts';

interface Question {
  title: string;
  text?: string;
  /** Names the action («Descartar 3 cambios»), never just «Aceptar». */
  confirmLabel: string;
  /** What the user does instead, if that is clearer than «Cancelar». */
  cancelLabel?: string;
  danger?: boolean;
}

async function ask({
  title,
  text = '',
  confirmLabel,
  cancelLabel = 'Cancelar',
  danger = false,
}: Question): Promise<boolean> {
  const sweetAlert = await loadSweetAlert();
  const { isConfirmed } = await sweetAlert.fire({
    // Inside an open modal dialog, which would otherwise make it inert.
    target: topWindow(),
    title,
    text,
    // Keeps the page's height and scrollbar.
    heightAuto: false,
    scrollbarPadding: false,
    reverseButtons: true,
    showCancelButton: true,
    confirmButtonText: confirmLabel,
    cancelButtonText: cancelLabel,
    // A stray Enter must not confirm something irreversible.
    focusCancel: danger,
    customClass: {
      confirmButton: `despacho-button ${danger ? 'despacho-danger' : 'despacho-confirm'}`,
      cancelButton: 'despacho-button',
    },
  });
  return isConfirmed;
}

/** Asks before an irreversible action. Esc and a click outside mean no. */
export function confirm(question: Question): Promise<boolean> {
  return oneAtATime(() => ask(question));
}
