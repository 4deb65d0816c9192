import { expect, it } from 'vitest';
import { createGuestMarks } from './guest-marks.ts';
import { createKeyedHash } from './keyed-hash.ts';

const SECRET = 'A'.repeat(43);
const marks = createGuestMarks(createKeyedHash(['a'.repeat(32)]));

it('G42: recognizes the secrets that it marked, and no others', () => {
  const marked = marks.mark(SECRET);
  expect(marked).toMatch(/^A{43}[\w-]{11}$/);
  expect(marks.read(marked)).toEqual({ secret: SECRET, isMarked: true });
  const others = [SECRET, `${SECRET}${'A'.repeat(11)}`, `B${marked.slice(1)}`, `${marked}AAAA`];
  expect(others.map((other) => marks.read(other).isMarked)).toEqual([false, false, false, false]);
  const foreign = createGuestMarks(createKeyedHash(['b'.repeat(32)]));
  expect(foreign.read(marked)).toEqual({ secret: SECRET, isMarked: false });
});
