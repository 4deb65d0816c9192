import {
  type CompanyOffice,
  type District,
  knownOfficeInput,
  type OfficeEdit,
  officeInput,
  type OfficeInput,
} from '@despacho/contracts/dispatch';
import { isSame } from '#shared/fields/form-changes.ts';
import { contractErrors, type PathOf, type Unchecked } from '#shared/fields/form-errors.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';

/** Input values of an office. */
export interface OfficeForm {
  id: string;
  name: string;
  timeZone: string;
  /** Empty to derive it. */
  province: string;
}

export type OfficeErrors = FieldErrors<keyof OfficeForm>;

export const EMPTY_OFFICE: OfficeForm = { id: '', name: '', timeZone: 'America/Lima', province: '' };

export const officeForm = ({ id, name, timeZone, province }: CompanyOffice): OfficeForm => ({
  id,
  name,
  timeZone,
  province: province ?? '',
});

const MESSAGES: Partial<Record<keyof OfficeForm, string>> = {
  id: 'Escriba un código corto, por ejemplo LIMA-NORTE: letras, números y guiones',
  name: 'Escriba un nombre de hasta 80 letras',
  timeZone: 'Elija una zona horaria',
};

/** The field that shows the errors of each path of the contract. */
const FIELD_OF = {
  id: 'id',
  name: 'name',
  timeZone: 'timeZone',
  province: 'province',
} satisfies Record<PathOf<OfficeInput>, keyof OfficeForm>;

/** @returns the office for the service, or error messages by field. */
export function readOfficeForm(
  { id, name, timeZone, province }: OfficeForm,
  isNew: boolean,
): { input?: OfficeInput; errors: OfficeErrors } {
  const candidate: Unchecked<OfficeInput> = { id, name, timeZone, province: province === '' ? null : province };
  const read = (isNew ? officeInput : knownOfficeInput).safeParse(candidate);
  return { ...(read.success && { input: read.data }), errors: contractErrors(read.error?.issues, FIELD_OF, MESSAGES) };
}

/** @returns the fields that differ from the stored office. */
export const officeChanges = (office: CompanyOffice, input: OfficeInput): OfficeEdit['changes'] =>
  Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !isSame(office[field as keyof OfficeInput], value)),
  );

export interface Choice {
  value: string;
  label: string;
}

/** @returns the time zones of America, that of Peru first, and the chosen one. */
export function zoneChoices(chosen: string): Choice[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone.startsWith('America/'));
  return [...new Set(['America/Lima', chosen, ...known])].map((value) => ({
    value,
    label: value === 'America/Lima' ? 'Perú (America/Lima)' : value.replaceAll('_', ' '),
  }));
}

/** @returns the provinces by department and name, after the choice to derive it. */
export function provinceChoices(districts: readonly District[]): Choice[] {
  const provinces = new Map(
    districts.map(({ ubigeo, province, department }) => [
      ubigeo.slice(0, 4),
      province === department ? province : `${province} (${department})`,
    ]),
  );
  const choices = [...provinces].map(([value, label]) => ({ value, label }));
  const { compare } = new Intl.Collator('es');
  return [
    { value: '', label: 'Según sus órdenes y repartidores' },
    ...choices.sort((one, other) => compare(one.label, other.label)),
  ];
}
