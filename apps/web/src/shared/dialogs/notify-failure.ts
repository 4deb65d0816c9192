import { loadSweetAlert } from './load-sweetalert.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { topWindow } from './top-window.ts';

/** In milliseconds (specification, section 9). */
export const POP_UP_TIME = 3000;

const waiting = new Set<string>();

async function show(text: string): Promise<void> {
  const sweetAlert = await loadSweetAlert();
  await sweetAlert.fire({
    target: topWindow(),
    toast: true,
    position: 'top',
    title: 'Oops...',
    text,
    showConfirmButton: false,
    timer: POP_UP_TIME,
    timerProgressBar: true,
  });
}

/**
 * The pop-up of the error catalogue: without a button, closes by itself. Takes no focus, so that typing is not
 * interrupted; screen readers announce it. Equal concurrent failures share one pop-up.
 */
export async function notifyFailure(text: string): Promise<void> {
  if (waiting.has(text)) return;
  waiting.add(text);
  try {
    await oneAtATime(() => show(text));
  } finally {
    waiting.delete(text);
  }
}
