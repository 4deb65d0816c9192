import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { statusTextOf } from './status-text.ts';

describe('statusTextOf', () => {
  it('S39: has "Unknown Error" for no answer at all, whatever the browser says', () => {
    expect(statusTextOf(0)).toBe('Unknown Error');
    expect(statusTextOf(0, 'Failed')).toBe('Unknown Error');
  });

  it('S37: prefers what the server says', () => {
    expect(statusTextOf(504, 'Gateway Time-out')).toBe('Gateway Time-out');
  });

  it.each([200, 204, 400, 401, 403, 404, 405, 409, 413, 414, 415, 429, 500, 502, 503, 504])(
    'S37: knows the standard phrase of %i, which HTTP/2 leaves out',
    (status) => {
      // Node still has the phrases of before RFC 9110 for two of them.
      const renamed: Record<number, string> = { 413: 'Content Too Large' };
      expect(statusTextOf(status, '')).toBe(renamed[status] ?? STATUS_CODES[status]);
    },
  );

  it('is never empty, for any status', () => {
    for (let status = 0; status < 1000; status += 1) expect(statusTextOf(status, '  ').trim()).not.toBe('');
  });
});
