import { describe, expect, it } from 'vitest';
import { codeKey } from './code-key.ts';

describe('codeKey', () => {
  it.each([
    ['LIMA', 'lıma'],
    ['LIMA', 'LІMA'],
    ['LIMA', 'ＬＩＭＡ'],
    ['LIMA', 'LIMA\u034F'],
    ['LIMA', 'ⅬIMA'],
    ['CUSCO', 'cuſco'],
    ['HUARAZ', 'Ηuaraz'],
    ['CAÑETE', 'can\u0303ete'],
    ['TACNA-2', 'ТАСNА-2'],
  ])('treats %s and %s as the same', (one, other) => {
    expect(codeKey(other)).toBe(codeKey(one));
  });

  it.each([
    ['CANETE', 'CAÑETE'],
    ['JUNIN', 'JUNÍN'],
    ['L1MA', 'LIMA'],
    ['L0', 'LO'],
    ['MODERNO', 'MODEMO'],
    ['LIMA-2', 'LIMA2'],
    ['LIMA', 'LIMÁ'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(codeKey(other)).not.toBe(codeKey(one));
  });
});
