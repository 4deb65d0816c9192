import { ORDER_STATE_CODES, type TodayFigures } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { coursePoints, shownHours, ticksUpTo } from './course-points.ts';

const states = { ...Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, 0])), entregada: 30, pendiente: 10 };
const data: Pick<TodayFigures, 'course' | 'states' | 'at'> = {
  states: states as TodayFigures['states'],
  at: '2026-11-20T14:10:00Z',
  // From 05:00 in Lima: 17 steps, the last one begun ten minutes ago.
  course: {
    from: '2026-11-20T10:00:00Z',
    done: [...Array.from({ length: 15 }, () => 0), 20, 30],
    usual: Array.from({ length: 96 }, (_, step) => Math.min(1000, step * 25)),
  },
};

it('ends the last step at the time of the figures, and scales the usual course to the day’s orders', () => {
  const points = coursePoints(data);
  expect(points).toHaveLength(96);
  expect(points[15]).toEqual({ at: Date.parse('2026-11-20T14:00:00Z'), isHour: true, done: 20, usual: 15 });
  expect(points[16]).toMatchObject({ at: Date.parse('2026-11-20T14:10:00Z'), done: 30, usual: 16 });
  expect(points[17]).toMatchObject({ done: null, usual: 17 });
});

it('marks no hour where the last step ends before it', () => {
  const points = coursePoints({
    ...data,
    at: '2026-11-20T13:54:00Z',
    course: { ...data.course, done: data.course.done.slice(0, 16) },
  });
  expect(points[15]).toMatchObject({ at: Date.parse('2026-11-20T13:54:00Z'), isHour: false });
});

it('shows the hours from the first closing to the expected end', () => {
  const points = coursePoints(data);
  expect(shownHours(points, { end: null })).toEqual({ from: 0, to: 41 });
  const end = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T02:00:00Z', perHour: 1 };
  expect(points[shownHours(points, { end }).to]?.at).toBe(Date.parse('2026-11-21T02:15:00Z'));
  expect(shownHours(points, { end: { ...end, to: '2026-11-22T02:00:00Z' } }).to).toBe(95);
});

it.each([
  [0, [0, 1]],
  [7, [0, 5]],
  [117, [0, 50, 100]],
  [407, [0, 200, 400]],
])('marks %i orders with round numbers', (count, ticks) => {
  expect(ticksUpTo(count)).toEqual(ticks);
});
