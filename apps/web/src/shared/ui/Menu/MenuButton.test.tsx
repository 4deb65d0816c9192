import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#test/render.tsx';
import { Menu } from './Menu.tsx';

const menu = (onSelect = vi.fn<() => void>()) => (
  <Menu label="Acciones" items={[{ label: 'Duplicar', onSelect }, { label: 'Anular' }]} />
);
const button = () => screen.getByRole('button', { name: 'Acciones' });

it('opens with its first click, and runs the chosen entry', async () => {
  const onSelect = vi.fn<() => void>();
  const { user } = renderInApp(menu(onSelect));
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  await user.click(button());
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }));
  expect(onSelect).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user.click(button());
  expect(await screen.findByRole('menuitem', { name: 'Anular' })).toBeTruthy();
});

it('opens with the arrow key at its first use, and returns the focus when closed', async () => {
  const { user } = renderInApp(menu());
  button().focus();
  await user.keyboard('{ArrowDown}');
  const first = await screen.findByRole('menuitem', { name: 'Duplicar' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

it('moves the focus into it after a test requested a frame under fake timers', async () => {
  // waits: until the window has drawn its last frame.
  await new Promise((drawn) => setTimeout(drawn, 100));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  requestAnimationFrame(() => undefined);
  vi.useRealTimers();
  const { user } = renderInApp(menu());
  button().focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Duplicar'));
});
