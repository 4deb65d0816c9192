import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { paths } from '#shared/paths.ts';
import { Component } from './ResetPasswordScreen.tsx';

it('uses another link that is opened in the same tab', async () => {
  const router = createMemoryRouter([{ path: paths.password, Component }], {
    initialEntries: [`${paths.password}#incompleto`],
  });
  render(<RouterProvider router={router} />);
  expect(screen.getByRole('heading', { name: 'Este enlace está incompleto' })).toBeDefined();
  // As the browser does it: the page is not loaded again.
  history.replaceState(null, '', `#${'A'.repeat(43)}`);
  await act(() => router.navigate({ hash: 'A'.repeat(43) }));
  expect(screen.queryByRole('heading', { name: 'Este enlace está incompleto' })).toBeNull();
  expect(location.hash).toBe('');
});
