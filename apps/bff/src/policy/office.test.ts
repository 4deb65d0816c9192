import { type Request, type Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { type Failure } from '../problems/failure.ts';
import { checkOffice } from './office.ts';

/** @returns the result for a user of LIMA who names this office: `passed`, or the refusal. */
function outcome(charge: string, named: unknown, office: unknown = { in: 'query', name: 'officeId' }): string {
  const person = { officeId: 'LIMA', charge };
  const req = {
    matched: { policy: { office } },
    checked: { query: { officeId: named }, params: { id: 'LIMA' }, body: { sede: named } },
    session: { live: { key: 'k', record: { person, sealed: 'x' } } },
  } as unknown as Request;
  const next = vi.fn();
  try {
    void checkOffice(req, {} as unknown as Response, next);
    expect(next).toHaveBeenCalledExactlyOnceWith();
    return 'passed';
  } catch (error) {
    expect(next).not.toHaveBeenCalled();
    return (error as Failure).kind;
  }
}

describe('checkOffice', () => {
  it('G20 S9: allows every user to name their own office, or none', () => {
    expect([outcome('O', 'LIMA'), outcome('O', undefined), outcome('S', 'LIMA')]).toEqual([
      'passed',
      'passed',
      'passed',
    ]);
  });

  it('G20 S9: allows another office only to charge S', () => {
    expect([outcome('O', 'AREQUIPA'), outcome('O', 'lima'), outcome('O', '')]).toEqual(Array(3).fill('other-office'));
    expect(outcome('S', 'AREQUIPA')).toBe('passed');
  });

  it('G20: reads the office from the part that the row names', () => {
    expect(outcome('O', 'AREQUIPA', { in: 'body', name: 'sede' })).toBe('other-office');
    expect(outcome('O', 'AREQUIPA', { in: 'params', name: 'id' })).toBe('passed');
  });

  it('ignores rows without an office', () => {
    expect(outcome('O', 'AREQUIPA', null)).toBe('passed');
  });
});
