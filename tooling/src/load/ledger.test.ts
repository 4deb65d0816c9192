import { expect, it } from 'vitest';
import { Ledger } from './ledger.ts';

function written(): Ledger {
  const ledger = new Ledger();
  ledger.acknowledged('7', ['D01']);
  return ledger;
}

it('finds a lost write', () => {
  const ledger = written();
  ledger.acknowledged('7', ['M01', '000']);
  expect(ledger.found('7', ['D01'])).toContain('and not [000 M01]');
  expect(ledger.found('7', ['000', 'M01'])).toBeUndefined();
});

it('accepts either state after an unanswered write, then only the state it found', () => {
  const ledger = written();
  ledger.unknown('7', ['T02']);
  expect(ledger.found('7', ['X01'])).toBeDefined();
  expect(ledger.found('7', ['T02'])).toBeUndefined();
  expect(ledger.found('7', ['D01'])).toBeDefined();
});

it('ignores targets that were never written', () => {
  expect(new Ledger().found('7', [])).toBeDefined();
});
