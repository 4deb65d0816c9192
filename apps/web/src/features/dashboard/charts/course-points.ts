import { COURSE_MINUTES, type TodayFigures } from '@despacho/contracts/dispatch';
import { totalOf } from '../rules/verdict.ts';

const STEP = COURSE_MINUTES * 60_000;
const HOUR = 3_600_000;

/** The end of a step of the day. */
export interface CoursePoint {
  /** Epoch milliseconds. */
  at: number;
  isHour: boolean;
  /** Closed orders; null after now. */
  done: number | null;
  /** What would be closed on a usual day of as many orders; null if there is nothing usual. */
  usual: number | null;
}

/** @returns the steps of the working day. The last step until now ends at the time of the figures. */
export function coursePoints(data: Pick<TodayFigures, 'course' | 'states' | 'at'>): CoursePoint[] {
  const { from, done, usual } = data.course;
  const total = totalOf(data);
  const begin = Date.parse(from);
  const steps = (24 * HOUR) / STEP;
  return Array.from({ length: steps }, (_, step) => {
    const end = begin + (step + 1) * STEP;
    const isLast = step === done.length - 1;
    const share = usual?.[step];
    const at = isLast ? Math.min(end, Math.max(begin + step * STEP, Date.parse(data.at))) : end;
    return {
      at,
      isHour: at % HOUR === 0,
      done: done[step] ?? null,
      usual: share === undefined ? null : (share * total) / 1000,
    };
  });
}

/** Little happens before the first closing and after the last. */
const AROUND = 4;

/** @returns the first and last point to show: from the first closing, or the usual one, to the expected end. */
export function shownHours(
  points: readonly CoursePoint[],
  { end }: Pick<TodayFigures, 'end'>,
): { from: number; to: number } {
  const begins = points.findIndex(({ done, usual }) => (done ?? 0) > 0 || (usual ?? 0) >= 1);
  const now = points.findLastIndex(({ done }) => done !== null);
  const most = points.at(-1)?.usual ?? 0;
  const usualEnd = points.findIndex(({ usual }) => usual !== null && most > 0 && usual >= most * 0.99);
  const expected = end === null ? -1 : points.findIndex(({ at }) => at >= Date.parse(end.to ?? end.from));
  const isBeyond = end !== null && expected === -1;
  const from = Math.max(0, (begins === -1 ? Math.max(0, now - 2 * AROUND) : begins) - AROUND);
  const to = isBeyond ? points.length - 1 : Math.max(from + 4 * AROUND, now, usualEnd, expected) + 1;
  return { from, to: Math.min(points.length - 1, to) };
}

/** @returns up to four round numbers from zero to a count. */
export function ticksUpTo(count: number): number[] {
  const rough = Math.max(1, count / 3);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power * 10;
  const ticks = [];
  for (let tick = 0; tick <= Math.max(count, step); tick += step) ticks.push(tick);
  return ticks.filter((tick) => tick <= Math.max(4, count));
}
