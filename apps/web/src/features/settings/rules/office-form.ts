import { officeId } from '@despacho/contracts';
import {
  type CompanyOffice,
  type District,
  type OfficeEdit,
  officeFields,
  type OfficeInput,
} from '@despacho/contracts/dispatch';
import { isSame } from '#shared/fields/form-changes.ts';

/** Input values of an office. */
export interface OfficeForm {
  id: string;
  name: string;
  timeZone: string;
  /** Empty to derive it. */
  province: string;
}

export type OfficeErrors = Partial<Record<keyof OfficeForm, string>>;

export const EMPTY_OFFICE: OfficeForm = { id: '', name: '', timeZone: 'America/Lima', province: '' };

export const officeForm = ({ id, name, timeZone, province }: CompanyOffice): OfficeForm => ({
  id,
  name,
  timeZone,
  province: province ?? '',
});

const fieldsOf = ({ name, timeZone, province }: OfficeForm) => ({
  name: name.trim(),
  timeZone,
  province: province === '' ? null : province,
});

/** @returns the office for the service, or error messages by field. */
export function readOfficeForm(form: OfficeForm): { input?: OfficeInput; errors: OfficeErrors } {
  const fields = fieldsOf(form);
  const id = form.id.trim();
  const errors: OfficeErrors = {
    ...(!officeId.safeParse(id).success && {
      id: 'Escriba un código corto, por ejemplo LIMA-NORTE: letras, cifras, espacios y guiones',
    }),
    ...(!officeFields.name.safeParse(fields.name).success && { name: 'Escriba un nombre de hasta 80 letras' }),
    ...(!officeFields.timeZone.safeParse(fields.timeZone).success && { timeZone: 'Elija una zona horaria' }),
  };
  return Object.keys(errors).length > 0 ? { errors } : { input: { id, ...fields }, errors };
}

/** @returns the fields that differ from the stored office. */
export const officeChanges = (office: CompanyOffice, input: OfficeInput): OfficeEdit['changes'] =>
  Object.fromEntries(
    (['name', 'timeZone', 'province'] as const)
      .filter((field) => !isSame(office[field], input[field]))
      .map((field) => [field, input[field]]),
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
