import { type FieldErrors } from './remaining-errors.ts';

type KeysOf<Value> = Value extends readonly unknown[] ? never : Value extends object ? keyof Value & string : never;

/** Paths of an input of the contract, two steps deep: `note`, `place.address`. Lists are one path. */
export type PathOf<Input> = {
  [Key in keyof Input & string]: [KeysOf<NonNullable<Input[Key]>>] extends [never]
    ? Key
    : `${Key}.${KeysOf<NonNullable<Input[Key]>>}`;
}[keyof Input & string];

/** A form's input for the contract: every key, with values that are not checked yet. */
export type Unchecked<Input> = [NonNullable<Input>] extends [readonly (infer Item)[]]
  ? readonly Unchecked<Item>[]
  : [NonNullable<Input>] extends [object]
    ? { [Key in keyof Input]-?: Unchecked<Input[Key]> } | Extract<Input, null>
    : unknown;

/**
 * @param path of an error, as in the contract: `place.ubigeo`; one of a whole object, as `window`, is at its first key.
 * @param fields the form's field of each path.
 */
export function fieldAt<Field extends string>(
  path: string,
  fields: Readonly<Record<string, Field>>,
): Field | undefined {
  const [first = ''] = path.split('.');
  const whole = Object.keys(fields).find((each) => each.startsWith(`${path}.`)) ?? first;
  return fields[path] ?? fields[whole];
}

/** @returns the form's message about an error whose path has no input. */
export const unknownField = (path: readonly PropertyKey[]): string =>
  `Este formulario no pide un dato que hace falta (${path.map(String).join('.')}). Actualice la página; si se repite, avise a soporte.`;

/**
 * @param issues of the contract.
 * @param fields the form's field of each path.
 * @param messages of each field.
 */
export function contractErrors<Field extends string>(
  issues: readonly { path: readonly PropertyKey[] }[] = [],
  fields: Readonly<Record<string, Field>>,
  messages: Readonly<Partial<Record<Field, string>>>,
): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  for (const { path } of issues) {
    const field = fieldAt(path.slice(0, 2).map(String).join('.'), fields);
    if (field === undefined) errors.form ??= unknownField(path);
    else errors[field] ??= messages[field] ?? 'Revise este dato';
  }
  return errors;
}
