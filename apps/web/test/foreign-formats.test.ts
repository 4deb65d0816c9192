import { FOREIGN_FORMATS, writeDatesAs } from '@despacho/tooling/test/foreign-formats';
import { afterEach, describe, expect, it, vi } from 'vitest';

const LIMA = 'America/Lima';
const MIDNIGHT = Date.parse('2026-11-20T05:00:00Z');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Imports what reads dates, with formatters that do not exist yet. */
async function readersWith(format: { locale: string }) {
  vi.resetModules();
  writeDatesAs(format);
  return {
    ...(await import('#shared/format/zoned-parts.ts')),
    ...(await import('#shared/format/format-day.ts')),
    ...(await import('#shared/format/format-date-time.ts')),
    ...(await import('#shared/format/format-time.ts')),
    ...(await import('#shared/format/working-day.ts')),
    ...(await import('#features/dashboard/rules/when-text.ts')),
    ...(await import('#features/dispatch-desk/rules/visit-time.ts')),
  };
}

describe.each(Object.entries(FOREIGN_FORMATS))('a browser that writes %s', (_, format) => {
  it('reads the same dates and times', async () => {
    const { localIn, timeIn, dayIn, minuteIn, workingDayIn, visitAt } = await readersWith(format);
    expect(localIn(LIMA, MIDNIGHT)).toEqual({ date: '2026-11-20', time: '00:00:00' });
    expect(localIn(LIMA, MIDNIGHT - 1000)).toEqual({ date: '2026-11-19', time: '23:59:59' });
    expect(dayIn('Asia/Tokyo', Date.parse('2026-01-01T15:00:00Z'))).toBe('2026-01-02');
    expect(timeIn(LIMA, MIDNIGHT + 65 * 60_000)).toBe('01:05');
    expect(minuteIn(LIMA, MIDNIGHT)).toBe('2026-11-20T00:00');
    expect(workingDayIn(LIMA, MIDNIGHT)).toBe('2026-11-19');
    const moment = { now: Date.parse('2026-11-20T15:00:00Z'), timeZone: LIMA };
    expect(visitAt('09:30', { date: '2026-11-20' }, moment)).toEqual({ at: '2026-11-20T14:30:00.000Z' });
  });

  it('shows times in Western digits', async () => {
    const { formatTime, whenText } = await readersWith(format);
    expect(formatTime('2026-11-20T05:00:00Z', LIMA)).toBe('00:00');
    expect(whenText('2026-11-20T05:00:07Z', LIMA, '2026-11-20')).toBe('00:00:07');
  });
});

it('writes dates in Peruvian order where the browser writes the month first', async () => {
  const { formatDay, formatDateTime } = await readersWith(FOREIGN_FORMATS['the month first, with narrow spaces']);
  expect(formatDay('2026-11-09')).toBe('9 Nov 2026');
  expect(formatDay('2026-11-09', '2026-11-20')).toBe('9 Nov');
  expect(formatDateTime('2026-11-20T05:00:00Z', LIMA)).toBe('20 Nov 2026, 00:00');
});
