import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';

it('ignores clicks and submits nothing while it loads', () => {
  const [click, submit] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())];
  const form = (loading: boolean) => (
    <form onSubmit={(event) => submit(event.nativeEvent)}>
      <Button type="submit" loading={loading} onClick={click}>
        Guardar
      </Button>
    </form>
  );
  const { rerender } = render(form(true));
  const button = screen.getByRole('button', { name: 'Guardar' });
  fireEvent.click(button);
  expect([click, submit].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  rerender(form(false));
  fireEvent.click(button);
  expect([click, submit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
