import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { IconButton } from '../IconButton/IconButton.tsx';
import { TooltipLayer } from './TooltipLayer.tsx';

const show = vi.fn<() => void>();
const hide = vi.fn<() => void>();

beforeEach(() => {
  show.mockClear();
  hide.mockClear();
  // Missing in jsdom.
  HTMLElement.prototype.showPopover = show;
  HTMLElement.prototype.hidePopover = hide;
});

function renderButtons() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(
    <>
      <IconButton label="Duplicar" icon={<svg />} />
      <IconButton label="Anular" icon={<svg />} />
      <TooltipLayer />
    </>,
  );
  return {
    first: screen.getByRole('button', { name: 'Duplicar' }),
    other: screen.getByRole('button', { name: 'Anular' }),
  };
}

const tooltip = () => document.querySelector('[popover]');

it('shows a tooltip where the pointer rests, and the next one immediately', () => {
  const { first, other } = renderButtons();
  fireEvent.pointerOver(first);
  vi.advanceTimersByTime(300);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(show).toHaveBeenCalledOnce();
  expect(tooltip()?.textContent).toBe('Duplicar');
  fireEvent.pointerOver(other);
  expect(tooltip()?.textContent).toBe('Anular');
  fireEvent.pointerOver(document.body);
  vi.advanceTimersByTime(200);
  expect(hide).toHaveBeenCalledOnce();
});

it('stays hidden after a press until the pointer comes back', () => {
  const { first } = renderButtons();
  fireEvent.pointerOver(first);
  fireEvent.pointerDown(first);
  vi.advanceTimersByTime(1000);
  const [icon] = first.children;
  if (icon) fireEvent.pointerOver(icon);
  vi.advanceTimersByTime(1000);
  expect(show).not.toHaveBeenCalled();
});

it('hides with Esc, which the dialog around it still receives', () => {
  const { first } = renderButtons();
  fireEvent.pointerOver(first);
  vi.advanceTimersByTime(400);
  const onEscape = vi.fn<(event: Event) => void>();
  document.addEventListener('keydown', onEscape, { once: true });
  fireEvent.keyDown(first, { key: 'Escape' });
  expect(hide).toHaveBeenCalledOnce();
  expect(onEscape).toHaveBeenCalledOnce();
});

it('shows the whole of a text that ends in an ellipsis, to the pointer and to the keyboard', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(
    <>
      <a href="/clients/1">
        <span style={{ textOverflow: 'ellipsis' }}>
          <mark>Bodega</mark> San José
        </span>
      </a>
      <TooltipLayer />
    </>,
  );
  const text = screen.getByText('San José', { exact: false });
  fireEvent.pointerOver(screen.getByText('Bodega'));
  vi.advanceTimersByTime(1000);
  expect(show).not.toHaveBeenCalled();
  // jsdom has no layout.
  vi.spyOn(text, 'scrollWidth', 'get').mockReturnValue(120);
  fireEvent.pointerOver(document.body);
  fireEvent.pointerOver(screen.getByText('Bodega'));
  vi.advanceTimersByTime(1000);
  expect(tooltip()?.textContent).toBe('Bodega San José');
  fireEvent.pointerOver(document.body);
  vi.advanceTimersByTime(1000);
  expect(hide).toHaveBeenCalledOnce();
  fireEvent.keyDown(document.body, { key: 'Tab' });
  screen.getByRole('link').focus();
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledTimes(2);
});
