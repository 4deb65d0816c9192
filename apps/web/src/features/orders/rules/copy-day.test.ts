import { expect, it } from 'vitest';
import { copyDay } from './copy-day.ts';

const WINDOW = { from: '09:00', to: '11:00' };

it.each([
  ['2026-11-25', WINDOW, '2026-11-25', 'of a later order stays on its day'],
  ['2026-11-20', WINDOW, '2026-11-24', 'of a late order is for tomorrow once its window has ended today'],
  ['2026-11-23', WINDOW, '2026-11-24', "of today's late order is for tomorrow"],
  ['2026-11-20', { from: '09:00', to: '15:30' }, '2026-11-23', 'is for today while its window lasts'],
  ['2026-11-20', null, '2026-11-23', 'without a window is for today'],
])('%s %o: %s %s', (date, window, day, title) => {
  expect(copyDay({ date, window }, '2026-11-23', '15:00'), title).toBe(day);
});
