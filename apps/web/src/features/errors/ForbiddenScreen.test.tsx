import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { Component as ForbiddenScreen } from './ForbiddenScreen.tsx';

it('explains the address with which the page was opened, and not again for a later error', async () => {
  fakeGateway();
  markIn(aView());
  const opened = { name: new URL('/ordenes', document.baseURI).href } as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([opened]);
  const { router } = renderInApp(<ForbiddenScreen />, { path: '/error/403' });
  const title = () => screen.getByRole('heading').textContent;
  expect(await screen.findByText('«/ordenes»')).toBeTruthy();
  expect(title()).toBe('Esta dirección no existe');
  expect(document.title).toBe('Esta dirección no existe · Despacho');
  expect(screen.queryByText('Error 403')).toBeNull();
  // As after the loss of a permission.
  await act(() => router.navigate('/error/403'));
  expect(title()).toBe('No tiene acceso a esta página');
  expect(screen.queryByText('«/ordenes»')).toBeNull();
  expect(document.title).toBe('Sin acceso · Despacho');
  expect(screen.getByText('Error 403')).toBeTruthy();
  await act(() => router.navigate(-1));
  expect(title()).toBe('Esta dirección no existe');
});
