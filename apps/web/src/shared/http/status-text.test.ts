import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { statusTextOf } from './status-text.ts';

describe('statusTextOf', () => {
  it('S39: returns "Unknown Error" without a response, whatever the browser reports', () => {
    expect(statusTextOf(0)).toBe('Unknown Error');
    expect(statusTextOf(0, 'Failed')).toBe('Unknown Error');
  });

  it('S37: prefers the server’s text', () => {
    expect(statusTextOf(504, 'Gateway Time-out')).toBe('Gateway Time-out');
  });

  it.each([200, 204, 400, 401, 403, 404, 405, 409, 413, 414, 415, 429, 500, 502, 503, 504])(
    'S37: has the standard phrase of %i, which HTTP/2 leaves out',
    (status) => {
      // Node has the phrases from before RFC 9110 for two of them.
      const renamed: Record<number, string> = { 413: 'Content Too Large' };
      expect(statusTextOf(status, '')).toBe(renamed[status] ?? STATUS_CODES[status]);
    },
  );

  it('is never empty, for any status', () => {
    for (let status = 0; status < 1000; status += 1) expect(statusTextOf(status, '  ').trim()).not.toBe('');
  });
});
