import { problemType } from '@despacho/contracts';
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HttpFailure } from '../http/failure.ts';
import { rebased } from './form-changes.ts';
import { useRebasedForm } from './use-rebased-form.ts';

interface Row {
  version: number;
  name: string;
  note: string;
}

const CONFLICT = new HttpFailure({
  ...{ url: '/api/x', reason: 'refused', status: 409 },
  problem: { type: problemType('conflict'), title: 'x', status: 409, requestId: 'r' },
});
const formOf = ({ name, note }: Row) => ({ name, note });
const read = (version: number, name: string, note: string): Row => ({ version, name, note });
const open = () => renderHook((row: Row) => useRebasedForm(row, formOf), { initialProps: read(1, 'Lima', '') });

it('follows what is read until something is typed', () => {
  const { result, rerender } = open();
  rerender(read(2, 'Lima Centro', ''));
  expect(result.current).toMatchObject({ base: { version: 2 }, form: { name: 'Lima Centro' }, isUnchanged: true });
  act(() => result.current.setForm({ name: 'Lima Norte', note: '' }));
  rerender(read(3, 'Lima Sur', ''));
  expect(result.current).toMatchObject({ base: { version: 2 }, form: { name: 'Lima Norte' }, isUnchanged: false });
});

it('saves on top of another person’s change only after a conflict', () => {
  const { result, rerender } = open();
  act(() => result.current.setForm({ name: 'Lima Norte', note: '' }));
  rerender(read(2, 'Lima Sur', 'Cerrada'));
  expect(result.current.prepareSave(null)).toMatchObject({
    onto: { version: 1 },
    wanted: { name: 'Lima Norte', note: '' },
  });
  expect([result.current.isConflict(CONFLICT), result.current.isConflict(new Error())]).toEqual([true, false]);
  act(() => {
    const { onto, wanted } = result.current.prepareSave(CONFLICT);
    expect([onto.version, wanted]).toEqual([2, { name: 'Lima Norte', note: 'Cerrada' }]);
  });
  expect(result.current).toMatchObject({ base: { version: 2 }, form: { note: 'Cerrada' } });
  expect(result.current.isConflict(CONFLICT)).toBe(false);
});

it('merges parts of a value with a given `rebase`', () => {
  const partsOf = ({ name, note }: Row) => ({ parts: { name, note } });
  type Parts = ReturnType<typeof partsOf>;
  const merge = (base: Parts, mine: Parts, theirs: Parts) => ({ parts: rebased(base.parts, mine.parts, theirs.parts) });
  const { result, rerender } = renderHook((row: Row) => useRebasedForm(row, partsOf, merge), {
    initialProps: read(1, 'Lima', ''),
  });
  act(() => result.current.setForm({ parts: { name: 'Lima Norte', note: '' } }));
  rerender(read(2, 'Lima', 'Cerrada'));
  act(() => expect(result.current.prepareSave(CONFLICT).wanted.parts).toEqual({ name: 'Lima Norte', note: 'Cerrada' }));
});
