import { expect, it, vi } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const LIFE = { lifeMs: 1000 };
const rows = (count: number) => () => Promise.resolve(Array.from({ length: count }, () => 0));

it('calculates an answer once while it is valid, and again afterwards', async () => {
  let now = 0;
  const kept = new KeptAnswers(() => now);
  const calculate = vi.fn(rows(1));
  await Promise.all([kept.get('a', LIFE, calculate), kept.get('a', LIFE, calculate)]);
  expect(calculate).toHaveBeenCalledOnce();
  now = 1000;
  await kept.get('a', LIFE, calculate);
  expect(calculate).toHaveBeenCalledTimes(2);
});

it('G40: forgets the oldest answers above 100,000 rows in total', async () => {
  const kept = new KeptAnswers(() => 0);
  const first = vi.fn(rows(40_000));
  await kept.get('first', LIFE, first);
  for (const day of ['second', 'third']) await kept.get(day, LIFE, rows(40_000));
  const last = vi.fn(rows(40_000));
  await kept.get('third', LIFE, last);
  expect(last).not.toHaveBeenCalled();
  await kept.get('first', LIFE, first);
  expect(first).toHaveBeenCalledTimes(2);
});
