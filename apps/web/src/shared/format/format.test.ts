import { describe, expect, it } from 'vitest';
import { formatDateTime } from './format-date-time.ts';
import { formatNumber } from './format-number.ts';
import { formatRelative } from './format-relative.ts';

describe('formats', () => {
  it('formats numbers as in Peru', () => {
    expect(formatNumber(1234.56)).toBe('1,234.6');
    expect(formatNumber(300)).toBe('300');
  });

  it('formats an instant in the office’s time zone', () => {
    expect(formatDateTime('2026-11-20T15:42:00Z', 'America/Lima')).toBe('20 nov 2026, 10:42');
    expect(formatDateTime('2026-11-20T15:42:00Z', 'Asia/Tokyo')).toBe('21 nov 2026, 00:42');
  });

  it('returns text that is not a timestamp unchanged', () => {
    expect(formatDateTime('ayer', 'America/Lima')).toBe('ayer');
  });

  it.each([
    [0, 'hace 0 s'],
    [12, 'hace 12 s'],
    [59.9, 'hace 59 s'],
    [60, 'hace 1 min'],
    [3599, 'hace 59 min'],
    [3600, 'hace 1 h'],
    [86_400 * 2.5, 'hace 2 d'],
    [-5, 'hace 0 s'],
  ])('formats %d seconds as «%s»', (seconds, text) => {
    const now = new Date('2026-11-20T15:00:00Z');
    expect(formatRelative(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
  });
});
