import { loadSweetAlert } from './load-sweetalert.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { topWindow } from './top-window.ts';

interface Question {
  title: string;
  text?: string;
  /** Says what will happen («Descartar 3 cambios»), never just «Aceptar». */
  confirmLabel: string;
  danger?: boolean;
}

async function ask({ title, text = '', confirmLabel, danger = false }: Question): Promise<boolean> {
  const sweetAlert = await loadSweetAlert();
  const { isConfirmed } = await sweetAlert.fire({
    // Above a window of the browser's own, or it could not be answered.
    target: topWindow(),
    title,
    text,
    // The page keeps its height and its scrollbar.
    heightAuto: false,
    scrollbarPadding: false,
    reverseButtons: true,
    showCancelButton: true,
    confirmButtonText: confirmLabel,
    cancelButtonText: 'Cancelar',
    // What cannot be undone is not one careless Enter away.
    focusCancel: danger,
    customClass: {
      confirmButton: `despacho-button ${danger ? 'despacho-danger' : 'despacho-confirm'}`,
      cancelButton: 'despacho-button',
    },
  });
  return isConfirmed;
}

/** Asks before something that cannot be taken back. Esc and a click beside it mean no. */
export function confirm(question: Question): Promise<boolean> {
  return oneAtATime(() => ask(question));
}
