import { expect, it } from 'vitest';
import { spansOf } from './absence-spans.ts';

it('joins consecutive days, also across months', () => {
  expect(spansOf(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-03'])).toEqual([
    { from: '2026-11-29', to: '2026-12-01' },
    { from: '2026-12-03', to: '2026-12-03' },
  ]);
  expect(spansOf([])).toEqual([]);
});
