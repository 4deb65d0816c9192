import { isModuleCode, MODULE_CODES } from '@despacho/contracts';
import { isChargeCode, newPerson, type NewPerson, type PersonOfOffice } from '@despacho/contracts/dispatch';
import { changedKeys } from '#shared/fields/form-changes.ts';
import { contractErrors, type PathOf, type Unchecked } from '#shared/fields/form-errors.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';

export interface PersonForm {
  name: string;
  username: string;
  charge: string;
  /** Modules of the product only; unknown codes are not shown and stay. */
  modules: readonly string[];
}

export type PersonErrors = FieldErrors<keyof PersonForm>;

export const EMPTY_PERSON: PersonForm = { name: '', username: '', charge: 'D', modules: [] };

/** In menu order. */
const inOrder = (codes: readonly string[]): string[] => MODULE_CODES.filter((code) => codes.includes(code));

export const personForm = ({ name, username, charge, modules }: PersonOfOffice): PersonForm => ({
  name,
  username,
  charge,
  modules: inOrder(modules),
});

/** @returns the form with one module given or taken. */
export const withModule = (form: PersonForm, code: string, on: boolean): PersonForm => ({
  ...form,
  modules: inOrder(on ? [...form.modules, code] : form.modules.filter((each) => each !== code)),
});

const MESSAGES: Record<keyof PersonForm, string> = {
  name: 'Escriba el nombre, de hasta 80 letras',
  username: 'Use letras sin tilde, números y . _ - @',
  charge: 'Elija un cargo',
  modules: 'Elija los módulos',
};

/** The field that shows the errors of each path of the contract. */
const FIELD_OF = {
  name: 'name',
  username: 'username',
  charge: 'charge',
  modules: 'modules',
} satisfies Record<PathOf<NewPerson>, keyof PersonForm>;

/** @returns the fields of the new person, or the error of each. */
export function readPersonForm(form: PersonForm): { input?: NewPerson; errors: PersonErrors } {
  const candidate: Unchecked<NewPerson> = { ...form, modules: [...form.modules] };
  const read = newPerson.safeParse(candidate);
  return { ...(read.success && { input: read.data }), errors: contractErrors(read.error?.issues, FIELD_OF, MESSAGES) };
}

/** @returns the fields that differ from the person's; modules as the complete list of the product's. */
export function changedFields(person: PersonOfOffice, form: PersonForm): Partial<NewPerson> {
  const given = { ...form, name: form.name.trim(), username: form.username.trim() };
  const changed = changedKeys(personForm(person), given).filter(
    (field) => field !== 'charge' || isChargeCode(form.charge),
  );
  return Object.fromEntries(changed.map((field) => [field, given[field]]));
}

/** @returns a person's codes that the product does not have, which stay. */
export const unknownCodes = ({ modules }: PersonOfOffice): string[] => modules.filter((code) => !isModuleCode(code));
