import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { indexAfterKey, useRovingFocus } from './use-roving-focus.ts';

it.each([
  [3, 'ArrowDown', 4],
  [3, 'ArrowUp', 2],
  [0, 'ArrowUp', 0],
  [9, 'ArrowDown', 9],
  [3, 'Home', 0],
  [3, 'End', 9],
  [3, 'PageDown', 9],
  [3, 'PageUp', 0],
  [3, 'Enter', null],
  [3, 'ArrowRight', null],
])('moves from item %d of 10 in a column with %s to %j', (from, key, expected) => {
  expect(indexAfterKey(key, from, 10, { page: 15 })).toBe(expected);
});

it.each([
  ['ArrowRight', 4],
  ['ArrowLeft', 2],
  ['ArrowDown', null],
  ['PageDown', null],
])('moves from item 3 of 10 in a row with %s to %j', (key, expected) => {
  expect(indexAfterKey(key, 3, 10, { axis: 'row' })).toBe(expected);
});

it('returns null for an empty list', () => {
  expect(indexAfterKey('ArrowDown', 0, 0)).toBeNull();
});

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

function Letters({ of }: { of: string }) {
  const keys = of.split('');
  const { list, itemAt } = useRovingFocus(keys.length, { keys });
  return (
    <ul {...list}>
      {keys.map((key, place) => (
        <li key={key} {...itemAt(place)}>
          {key} <button type="button">{`in ${key}`}</button>
        </li>
      ))}
    </ul>
  );
}

const itemsOf = () => screen.getAllByRole('listitem');
const stop = () => itemsOf().find(({ tabIndex }) => tabIndex === 0)?.textContent;

it('keeps the tab stop on its item, or on the next one after its removal', async () => {
  const { rerender } = render(<Letters of="abcd" />);
  act(() => itemsOf()[0]?.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(itemsOf()[1]);
  rerender(<Letters of="xabcd" />);
  expect(stop()).toBe('b in b');
  rerender(<Letters of="acd" />);
  expect(stop()).toBe('c in c');
});

it('leaves keys with modifiers, and keys of a button in an item, to others', async () => {
  render(<Letters of="abcd" />);
  act(() => itemsOf()[0]?.focus());
  await userEvent.keyboard('{Control>}{ArrowDown}{/Control}{Shift>}{End}{/Shift}');
  expect(document.activeElement).toBe(itemsOf()[0]);
  act(() => button('in a').focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(button('in a'));
});

/** Renders three of 100 items, and others one task after they are scrolled into view. */
function Virtual() {
  const [first, setFirst] = useState(0);
  const { list, itemAt } = useRovingFocus(100, {
    page: 10,
    scrollTo: (place) => setTimeout(() => act(() => setFirst(Math.min(place, 97)))),
  });
  return (
    <div {...list}>
      {[first, first + 1, first + 2].map((place) => (
        <button key={place} type="button" {...itemAt(place)}>
          {place}
        </button>
      ))}
    </div>
  );
}

it('focuses an item of a virtual list once it is rendered', async () => {
  render(<Virtual />);
  await userEvent.tab();
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: '99' }));
  await userEvent.keyboard('{PageUp}{ArrowUp}');
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: '88' }));
});
