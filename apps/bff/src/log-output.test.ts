import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writtenTogether } from './log-output.ts';

const ordinary = (id: number): string => `{"event":"request","requestId":${id}}\n`;
const CHANGE = '{"event":"permissions.requested"}\n';

function start() {
  const written: string[] = [];
  return { written, output: writtenTogether({ write: (text) => void written.push(text) }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('writes buffered lines of answered requests together and in order', () => {
  const { written, output } = start();
  for (const id of [1, 2, 3]) output.write(ordinary(id));
  vi.advanceTimersByTime(9);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual([ordinary(1) + ordinary(2) + ordinary(3)]);
  output.write(ordinary(4));
  vi.advanceTimersByTime(10);
  expect(written.slice(1)).toEqual([ordinary(4)]);
});

it('delays a line by ten milliseconds at most, whatever follows', () => {
  const { written, output } = start();
  output.write(ordinary(1));
  vi.advanceTimersByTime(6);
  output.write(ordinary(2));
  vi.advanceTimersByTime(4);
  expect(written).toEqual([ordinary(1) + ordinary(2)]);
});

it('writes immediately when many lines are buffered', () => {
  const { written, output } = start();
  const long = `{"event":"request","path":"${'a'.repeat(20_000)}"}\n`;
  output.write(long);
  expect(written).toEqual([]);
  output.write(long);
  expect(written).toEqual([long + long]);
  vi.advanceTimersByTime(10);
  expect(written).toHaveLength(1);
});

it('G33: writes any other line synchronously, after the buffered ones', () => {
  const { written, output } = start();
  output.write(ordinary(1));
  output.write(CHANGE);
  expect(written.join('')).toBe(ordinary(1) + CHANGE);
  vi.advanceTimersByTime(10);
  expect(written.join('')).toBe(ordinary(1) + CHANGE);
});

it('loses nothing when the process exits meanwhile', () => {
  const before = process.listeners('exit');
  const { written, output } = start();
  const added = process.listeners('exit').filter((listener) => !before.includes(listener));
  output.write(ordinary(1));
  for (const listener of added) listener(0);
  expect(written).toEqual([ordinary(1)]);
  for (const listener of added) process.off('exit', listener);
});
