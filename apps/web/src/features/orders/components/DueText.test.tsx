import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { DueText } from './DueText.tsx';

it('marks a window that has passed as late', () => {
  const late = <DueText order={anOrder()} now={Date.parse('2026-11-20T17:00:00Z')} timeZone="America/Lima" />;
  expect(render(late).container.textContent).toBe('9:00–11:00 · atrasada');
});
