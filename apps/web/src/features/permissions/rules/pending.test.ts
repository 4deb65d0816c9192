import { MODULE_CODES, type ModuleCode, type User } from '@despacho/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codesOf,
  conflictOf,
  countChanges,
  differenceOf,
  nextCodes,
  NOTHING_PENDING,
  type Pending,
  rebase,
  reconcile,
  setModule,
  withoutKey,
} from './pending.ts';

const user = (id: string, codes: readonly string[]): User => ({
  id,
  permissionsList: codes.map((module) => ({ module })),
});

const moduleCode = fc.constantFrom(...MODULE_CODES);
const anyCode = fc.oneof(moduleCode, fc.constantFrom('X99', 'Z01', 'logout'));
const list = fc.uniqueArray(anyCode, { maxLength: 12 });
const steps = fc.array(fc.tuple(moduleCode, fc.boolean()), { maxLength: 30 });

const play = (codes: readonly string[], moves: readonly (readonly [ModuleCode, boolean])[]): Pending =>
  moves.reduce((pending, [module, on]) => setModule(pending, '7', codes, module, on), NOTHING_PENDING);

describe('pending changes', () => {
  it('drops a change equal to the current state, and a change that is undone', () => {
    expect(setModule(NOTHING_PENDING, '7', ['M01'], 'M01', true).size).toBe(0);
    const granted = setModule(NOTHING_PENDING, '7', ['M01'], 'U01', true);
    expect(countChanges(granted)).toBe(1);
    expect(setModule(granted, '7', ['M01'], 'U01', false).size).toBe(0);
  });

  it('applies the last change to each module and nothing else', () => {
    fc.assert(
      fc.property(list, steps, (codes, moves) => {
        const result = nextCodes(codes, play(codes, moves).get('7'));
        const wanted = new Map(moves);
        for (const code of MODULE_CODES) expect(result.includes(code)).toBe(wanted.get(code) ?? codes.includes(code));
        expect(new Set(result).size).toBe(result.length);
      }),
    );
  });

  it('S32: keeps unknown codes through every change', () => {
    fc.assert(
      fc.property(list, steps, (codes, moves) => {
        const foreign = codes.filter((code) => !(MODULE_CODES as readonly string[]).includes(code));
        expect(nextCodes(codes, play(codes, moves).get('7'))).toEqual(expect.arrayContaining(foreign));
      }),
    );
  });

  it('counts the cells that differ', () => {
    fc.assert(
      fc.property(list, steps, (codes, moves) => {
        const pending = play(codes, moves);
        const difference = differenceOf(codes, nextCodes(codes, pending.get('7')));
        expect(countChanges(pending)).toBe((difference?.added.length ?? 0) + (difference?.removed.length ?? 0));
      }),
    );
  });

  it('drops changes that fresh data already contains and keeps the others', () => {
    fc.assert(
      fc.property(list, steps, list, (codes, moves, fresh) => {
        const before = play(codes, moves);
        const after = reconcile(before, [user('7', fresh)]);
        expect(new Set(nextCodes(fresh, after.get('7')))).toEqual(new Set(nextCodes(fresh, before.get('7'))));
        for (const [module, on] of after.get('7')?.changes ?? []) expect(fresh.includes(module)).toBe(!on);
      }),
    );
  });

  it('keeps edits of users missing from fresh data or without a list', () => {
    const pending = setModule(NOTHING_PENDING, '7', [], 'M01', true);
    expect(reconcile(pending, [])).toBe(pending);
    expect(reconcile(pending, [{ id: 7 }])).toBe(pending);
  });

  it("reports a colleague's change as a conflict until the edit is rebased", () => {
    const pending = setModule(NOTHING_PENDING, '7', ['D01', 'M01'], 'U01', true);
    const fresh = ['D01', 'T02'];
    const edit = reconcile(pending, [user('7', fresh)]).get('7');
    expect(edit && conflictOf(edit, fresh)).toEqual({ added: ['T02'], removed: ['M01'] });
    const again = rebase(pending, '7', fresh).get('7');
    expect(again && conflictOf(again, fresh)).toBeNull();
    expect(nextCodes(fresh, again)).toEqual(['D01', 'T02', 'U01']);
  });

  it('keeps what was toggled while a save was in progress', () => {
    const sent = setModule(NOTHING_PENDING, '7', ['D01'], 'U01', true);
    const meanwhile = setModule(sent, '7', ['D01'], 'T02', true);
    const after = rebase(meanwhile, '7', ['D01', 'U01']);
    expect([...(after.get('7')?.changes ?? [])]).toEqual([['T02', true]]);
    expect(rebase(sent, '7', ['D01', 'U01']).size).toBe(0);
  });

  it('ignores the order of a list', () => {
    expect(differenceOf(['A', 'B'], ['B', 'A'])).toBeNull();
  });

  it('discards the edit of one user and keeps the others', () => {
    const both = setModule(setModule(NOTHING_PENDING, '7', [], 'M01', true), '8', [], 'M01', true);
    expect([...withoutKey(both, '7').keys()]).toEqual(['8']);
  });

  it('deduplicates codes and returns null without a list', () => {
    expect(codesOf(user('7', ['D01', 'D01']))).toEqual(['D01']);
    expect(codesOf({ id: 7 })).toBeNull();
  });
});
