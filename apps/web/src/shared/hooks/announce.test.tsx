import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announce } from './announce.ts';

const region = () => document.querySelector('[data-announcer]');
const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** @returns a modal dialog with a button, which has the focus. */
function openDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  const button = dialog.appendChild(document.createElement('button'));
  document.body.prepend(dialog);
  dialog.showModal();
  button.focus();
  return dialog;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  pass(1000);
  vi.useRealTimers();
});

it('announces in the page, and in the dialog in front', () => {
  announce('Lista actualizada');
  pass(60);
  expect(region()?.parentElement).toBe(document.body);
  const dialog = openDialog();
  const front = openDialog();
  announce('Nota guardada');
  pass(60);
  expect(region()?.parentElement).toBe(front);
  expect(front.textContent).toBe('Nota guardada');
  front.remove();
  announce('Usted se encarga');
  pass(60);
  expect(dialog.textContent).toBe('Usted se encarga');
});

it('announces in the page what was announced in a dialog that is closed meanwhile', () => {
  const dialog = openDialog();
  announce('Asistencia guardada');
  dialog.close();
  dialog.remove();
  pass(60);
  expect(region()?.textContent).toBe('');
  pass(60);
  expect(region()).toMatchObject({ parentElement: document.body, textContent: 'Asistencia guardada' });
});

it('waits while a dialog hides the page', () => {
  announce('Enlace copiado');
  region()?.setAttribute('aria-hidden', 'true');
  pass(600);
  expect(region()?.textContent).toBe('');
  region()?.removeAttribute('aria-hidden');
  pass(60);
  expect(region()?.textContent).toBe('Enlace copiado');
});
