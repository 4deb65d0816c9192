import { expect, it } from 'vitest';
import { remainingErrors, type FieldErrors } from './remaining-errors.ts';

type Field = 'from' | 'name' | 'to';
type Form = Record<Field, string>;

const judged = (form: Form): { form: Form; wrong: FieldErrors<Field> } => {
  const wrong: FieldErrors<Field> = {};
  if (form.name === '') wrong.name = 'falta';
  if (form.name.length > 3) wrong.name = 'sobra';
  if (form.to <= form.from) wrong.to = 'antes';
  return { form, wrong };
};

const EMPTY: Form = { from: '2', name: '', to: '1' };

it('clears fixed errors and shows current ones', () => {
  const before = judged(EMPTY);
  const named = judged({ ...EMPTY, name: 'Ana' });
  expect(remainingErrors(before.wrong, before, named)).toStrictEqual({ to: 'antes' });
  expect(remainingErrors(before.wrong, before, judged({ ...EMPTY, name: 'Anabel' }))).toStrictEqual({
    name: 'sobra',
    to: 'antes',
  });
});

it('validates a field again when another field makes it valid', () => {
  const before = judged(EMPTY);
  expect(remainingErrors(before.wrong, before, judged({ ...EMPTY, from: '0' }))).toStrictEqual({ name: 'falta' });
});

it('stays silent about a fixed field, even when it becomes invalid again', () => {
  const before = judged(EMPTY);
  const right = judged({ ...EMPTY, from: '0' });
  const left = remainingErrors(before.wrong, before, right);
  const wrongAgain = judged({ ...EMPTY, from: '3' });
  const later = remainingErrors(left, right, wrongAgain);
  expect(remainingErrors(later, wrongAgain, judged({ ...wrongAgain.form, name: 'Ana' }))).toStrictEqual({});
});

it('shows no new errors', () => {
  const before = judged({ from: '0', name: 'Ana', to: '1' });
  expect(remainingErrors({}, before, judged(EMPTY))).toStrictEqual({});
});

it('keeps an error of the service until its field changes', () => {
  const before = judged({ from: '0', name: 'Ana', to: '1' });
  const reported = { name: 'ya existe' };
  expect(remainingErrors(reported, before, judged({ ...before.form, from: '00' }))).toStrictEqual(reported);
  expect(remainingErrors(reported, before, judged({ ...before.form, name: 'Eva' }))).toStrictEqual({});
});
