import { expect, it } from 'vitest';
import { NOTHING_PENDING, setModule } from '../rules/pending.ts';
import { type Outcome } from '../state/outcome.ts';
import { barState } from './bar-state.ts';

const pending = ['7', '8', '9'].reduce(
  (sum, id) => setModule(setModule(sum, id, [], 'M01', true), id, [], 'U01', true),
  NOTHING_PENDING,
);

it('excludes conflicting people from what can be saved and counts a conflict once', () => {
  const outcomes = new Map<string, Outcome>([
    ['8', { state: 'failed', reason: 'x' }],
    ['9', { state: 'failed', reason: 'x' }],
    ['99', { state: 'failed', reason: 'gone' }],
  ]);
  expect(barState({ pending, outcomes, conflicts: new Set(['9', '100']) })).toEqual({
    failed: ['8'],
    unknown: [],
    conflicts: ['9'],
    savable: 4,
  });
});
