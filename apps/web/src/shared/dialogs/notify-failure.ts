import { popUp } from './pop-up.ts';

/** In milliseconds (specification, section 9). */
export const POP_UP_TIME = 3000;

const waiting = new Set<string>();

/**
 * The pop-up of the error catalogue: without a button, closes automatically. Takes no focus, so that typing is not
 * interrupted; screen readers announce it. Equal concurrent failures share one pop-up.
 */
export async function notifyFailure(text: string): Promise<void> {
  if (waiting.has(text)) return;
  waiting.add(text);
  try {
    await popUp({
      toast: true,
      position: 'top',
      title: 'Oops...',
      text,
      showConfirmButton: false,
      timer: POP_UP_TIME,
      timerProgressBar: true,
    });
  } finally {
    waiting.delete(text);
  }
}
