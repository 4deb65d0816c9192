import { popUp } from './pop-up.ts';

interface Question {
  title: string;
  text?: string;
  /** Names the action («Descartar 3 cambios»), never just «Aceptar». */
  confirmLabel: string;
  /** The label of the other button, if clearer than «Cancelar». */
  cancelLabel?: string;
  danger?: boolean;
}

/** Asks before an irreversible action. Esc and a click outside mean no. */
export async function confirm({
  title,
  text = '',
  confirmLabel,
  cancelLabel = 'Cancelar',
  danger = false,
}: Question): Promise<boolean> {
  const { isConfirmed } = await popUp({
    title,
    text,
    // Keeps the page's height and scrollbar.
    heightAuto: false,
    scrollbarPadding: false,
    reverseButtons: true,
    showCancelButton: true,
    confirmButtonText: confirmLabel,
    cancelButtonText: cancelLabel,
    // A stray Enter or the space of a sentence must not confirm.
    focusCancel: true,
    customClass: {
      confirmButton: `despacho-button ${danger ? 'despacho-danger' : 'despacho-confirm'}`,
      cancelButton: 'despacho-button',
    },
  });
  return isConfirmed;
}
