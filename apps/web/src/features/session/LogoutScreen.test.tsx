import { screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '#test/render.tsx';
import { paths } from '#shared/paths.ts';
import { Component as LogoutScreen } from './LogoutScreen.tsx';
import { isFromElsewhere } from './rules/is-from-elsewhere.ts';
import { signOut } from './state/session.ts';

vi.mock('./state/session.ts', () => ({ signOut: vi.fn() }));

const from = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);

beforeEach(() => {
  vi.mocked(signOut).mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ['typed', '', null, false],
  ['from a page of the product', 'https://d.test/clients', null, false],
  ['from another site', 'https://e.test/', null, true],
  ['from another port of the host', 'https://d.test:8443/', null, true],
  ['from a mail program', 'android-app://mail/', null, true],
  ['in a window that another page opened', '', {}, true],
])('%s', (_, referrer, opener, expected) => {
  expect(isFromElsewhere({ referrer }, { opener, origin: 'https://d.test' })).toBe(expected);
});

it('S7: signs out immediately when the address was typed', async () => {
  const { router } = renderInApp(<LogoutScreen />, { path: paths.logout });
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(paths.login));
  expect(signOut).toHaveBeenCalledTimes(1);
});

it('S7: asks first when another site opened the address', async () => {
  from('https://e.test/');
  const { router, user } = renderInApp(<LogoutScreen />, { path: paths.logout });
  expect(screen.getByRole('link', { name: 'Volver sin salir' }).getAttribute('href')).toBe(paths.login);
  expect(signOut).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Salir' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(paths.login));
  expect(signOut).toHaveBeenCalledTimes(1);
});

it('S7: signs out immediately by a link of the product, wherever its first page was opened from', async () => {
  from('https://e.test/');
  const pages = (
    <Routes>
      <Route path={paths.logout} element={<LogoutScreen />} />
      <Route path="*" element={<Link to={paths.logout}>Salir</Link>} />
    </Routes>
  );
  const { user } = renderInApp(pages, { path: paths.sessions });
  await user.click(screen.getByRole('link', { name: 'Salir' }));
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
});
