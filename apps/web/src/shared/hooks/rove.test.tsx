import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rove } from './rove.ts';

beforeEach(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(() => [new DOMRect()] as unknown as DOMRectList);
});
afterEach(() => vi.restoreAllMocks());

const focused = () => document.activeElement?.textContent;

/** A grid of a heading and two rows, and a button after it. */
function show(rows: readonly string[] = ['Ana', 'Luz']) {
  const table = (names: readonly string[]) => (
    <>
      <table role="grid" ref={(element) => (element ? rove(element) : undefined)}>
        <tbody>
          <tr>
            <th>
              <button type="button">Persona</button>
            </th>
            <th>Nota</th>
            <th>Acciones</th>
          </tr>
          {names.map((name) => (
            <tr key={name}>
              <th>
                <button type="button">{name}</button>
              </th>
              <td>nota de {name}</td>
              <td>
                <button type="button">editar {name}</button>
                <button type="button" disabled>
                  retirar {name}
                </button>
                <button type="button">historia {name}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button">después</button>
    </>
  );
  const shown = render(table(rows));
  return { ...shown, user: userEvent.setup(), update: (names: readonly string[]) => shown.rerender(table(names)) };
}

it('is one Tab stop, to which Tab returns', async () => {
  const { user } = show();
  await user.tab();
  expect(focused()).toBe('Persona');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Luz');
  await user.tab();
  expect(focused()).toBe('después');
  await user.tab({ shift: true });
  expect(focused()).toBe('Luz');
});

it('moves within a row to cells and to each control that is enabled, and keeps the column between rows', async () => {
  const { user } = show();
  await user.tab();
  const visited: unknown[] = [];
  for (const key of [
    'ArrowDown',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowLeft',
    'ArrowDown',
    'Home',
    'End',
  ]) {
    await user.keyboard(`{${key}}`);
    visited.push(focused());
  }
  expect(visited).toEqual([
    'Ana',
    'nota de Ana',
    'editar Ana',
    'historia Ana',
    'historia Ana',
    'editar Ana',
    'editar Luz',
    'Luz',
    'historia Luz',
  ]);
});

it('goes to the first and the last row with Ctrl', async () => {
  const { user } = show();
  await user.tab();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(focused()).toBe('Luz');
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(focused()).toBe('Persona');
});

it('remains reachable after its stop is removed', async () => {
  const { user, update } = show();
  await user.click(screen.getByRole('button', { name: 'historia Luz' }));
  update(['Ana', 'Eva']);
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Persona' })).toHaveProperty('tabIndex', 0));
  expect(screen.getByRole('button', { name: 'editar Eva' })).toHaveProperty('tabIndex', -1);
});

it('hides an arrow key from a menu button in a row, and leaves keys with Alt', () => {
  const onKeyDown = vi.fn<() => void>();
  render(
    <main onKeyDown={onKeyDown}>
      <ul ref={(element) => (element ? rove(element) : undefined)}>
        <li>
          <button type="button">uno</button>
        </li>
        <li>
          <button type="button">dos</button>
        </li>
      </ul>
    </main>,
  );
  const one = screen.getByRole('button', { name: 'uno' });
  one.focus();
  one.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true }));
  expect([focused(), onKeyDown.mock.calls.length]).toEqual(['uno', 1]);
  one.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  expect([focused(), onKeyDown.mock.calls.length]).toEqual(['dos', 1]);
});
