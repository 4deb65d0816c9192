import { expect, it } from 'vitest';
import { errorsLeft, type FieldErrors } from './errors-left.ts';

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

it('lets go what has been put right, and says what is wrong now', () => {
  const before = judged(EMPTY);
  const named = judged({ ...EMPTY, name: 'Ana' });
  expect(errorsLeft(before.wrong, before, named)).toEqual({ to: 'antes' });
  expect(errorsLeft(before.wrong, before, judged({ ...EMPTY, name: 'Anabel' }))).toEqual({
    name: 'sobra',
    to: 'antes',
  });
});

it('judges a field anew that another field makes right', () => {
  const before = judged(EMPTY);
  expect(errorsLeft(before.wrong, before, judged({ ...EMPTY, from: '0' }))).toEqual({ name: 'falta' });
});

it('says nothing of a field that nothing was said of', () => {
  const before = judged({ from: '0', name: 'Ana', to: '1' });
  expect(errorsLeft({}, before, judged(EMPTY))).toEqual({});
});

it('keeps what the service told of a field until that field is changed', () => {
  const before = judged({ from: '0', name: 'Ana', to: '1' });
  const told = { name: 'ya existe' };
  expect(errorsLeft(told, before, judged({ ...before.form, from: '00' }))).toEqual(told);
  expect(errorsLeft(told, before, judged({ ...before.form, name: 'Eva' }))).toEqual({});
});
