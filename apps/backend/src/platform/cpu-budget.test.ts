import { expect, it } from 'vitest';
import { CpuBudget } from './cpu-budget.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);

it('G40: refuses a person whose work used the budget of an hour, until enough is refilled', () => {
  const budget = new CpuBudget(360_000, 'demasiado');
  budget.spend('ana', 359_999, at(0));
  budget.requireLeft('ana', at(0));
  // The last work may exceed the budget: its cost is known only afterwards.
  budget.spend('ana', 1001, at(0));
  expect(() => budget.requireLeft('ana', at(0))).toThrow(
    expect.objectContaining({ kind: 'busy', message: 'demasiado', retryAfterSeconds: 11 }),
  );
  budget.requireLeft('luis', at(0));
  // A tenth of a core is refilled.
  expect(() => budget.requireLeft('ana', at(9))).toThrow('demasiado');
  budget.requireLeft('ana', at(11));
  budget.spend('ana', 350_000, at(3700));
  budget.requireLeft('ana', at(3700));
});

it('does not count the time by which a clock is set back', () => {
  const budget = new CpuBudget(360_000, 'demasiado');
  budget.spend('ana', 1000, at(3600));
  budget.requireLeft('ana', at(-3600));
});
