import { describe, expect, it } from 'vitest';
import { base32, codeOfStep, stepAt, stepOfCode } from './totp.ts';

const KEY = Buffer.from('12345678901234567890');

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B, SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('G43: is at %i s the one of RFC 6238', (seconds, code) => {
    const step = stepAt(new Date(seconds * 1000));
    expect(codeOfStep(KEY, step, 8)).toBe(code);
    expect(codeOfStep(KEY, step)).toBe(code.slice(2));
  });

  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes «%s» in Base32', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it('G43: accepts the step before and after the current one, and none up to the last accepted', () => {
    const at = new Date(1_111_111_111_000);
    const now = stepAt(at);
    const accepted = (step: number, after: number) => stepOfCode(KEY, codeOfStep(KEY, step), { at, after });
    expect([-2, -1, 0, 1, 2].map((apart) => accepted(now + apart, 0))).toEqual([
      undefined,
      now - 1,
      now,
      now + 1,
      undefined,
    ]);
    expect([-1, 0, 1].map((apart) => accepted(now + apart, now))).toEqual([undefined, undefined, now + 1]);
    expect(accepted(now + 1, now + 1)).toBeUndefined();
  });
});
