import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { confirm } from './confirm.ts';
import { notifyFailure, POP_UP_TIME } from './notify-failure.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const popUp = () => document.querySelector<HTMLElement>('.swal2-popup');

it('S34: shows title, text and progress, takes no focus, and closes after 3 s', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  const done = notifyFailure('No encontrado');
  // The library is loaded on first use.
  await vi.waitFor(() => {
    expect(popUp()).not.toBeNull();
  });
  await pass(100);
  expect(popUp()?.getAttribute('role')).toBe('alert');
  expect(popUp()?.textContent).toContain('Oops...');
  expect(popUp()?.textContent).toContain('No encontrado');
  const isShown = (element: HTMLElement): boolean => getComputedStyle(element).display !== 'none';
  expect([...(popUp()?.querySelectorAll('button') ?? [])].filter(isShown)).toEqual([]);
  const progress = popUp()?.querySelector<HTMLElement>('.swal2-timer-progress-bar');
  expect(progress && isShown(progress)).toBe(true);
  expect(document.activeElement).toBe(field);
  await pass(POP_UP_TIME - 200);
  expect(popUp()).not.toBeNull();
  await pass(200);
  await done;
  expect(popUp()).toBeNull();
});

it('returns the focus before the answer, so that a window that opens then can return it too', async () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  const answer = confirm({ title: '¿Seguir?', confirmLabel: 'Seguir' });
  await vi.waitFor(() => expect(popUp()?.contains(document.activeElement)).toBe(true));
  document.querySelector<HTMLElement>('.swal2-confirm')?.click();
  expect(await answer).toBe(true);
  expect(document.activeElement).toBe(opener);
});
