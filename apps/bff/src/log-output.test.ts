import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writtenByTurn } from './log-output.ts';

const ordinary = (id: number): string => `{"event":"request","requestId":${id}}\n`;
const CHANGE = '{"event":"permissions.requested"}\n';

function start() {
  const written: string[] = [];
  return { written, output: writtenByTurn({ write: (text) => void written.push(text) }) };
}

it('writes the lines of answered requests once a turn, all of them and in their order', async () => {
  const { written, output } = start();
  for (const id of [1, 2, 3]) output.write(ordinary(id));
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual([ordinary(1) + ordinary(2) + ordinary(3)]);
  output.write(ordinary(4));
  await nextTurn();
  expect(written.slice(1)).toEqual([ordinary(4)]);
});

it('G33: writes anything else before it returns, after what came before it', async () => {
  const { written, output } = start();
  output.write(ordinary(1));
  output.write(CHANGE);
  expect(written.join('')).toBe(ordinary(1) + CHANGE);
  await nextTurn();
  expect(written.join('')).toBe(ordinary(1) + CHANGE);
});

it('loses nothing when the process ends in the same turn', () => {
  const { written, output } = start();
  const before = process.listeners('exit');
  const late = start();
  const added = process.listeners('exit').filter((listener) => !before.includes(listener));
  late.output.write(ordinary(1));
  for (const listener of added) listener(0);
  expect([late.written, written]).toEqual([[ordinary(1)], []]);
  output.write(ordinary(2));
});
