import {
  type ClientAddress,
  type ClientContact,
  type ClientDetails,
  clientInput,
  type ClientInput,
  type OpenDays,
} from '@despacho/contracts/dispatch';
import { isSame, textOrNull } from '#shared/fields/form-changes.ts';
import { type Unchecked, unknownField } from '#shared/fields/form-errors.ts';

interface ContactForm {
  name: string;
  role: string;
  phone: string;
  email: string;
}

export interface AddressForm {
  label: string;
  address: string;
  reference: string;
  ubigeo: string;
  /** Kept as it was: a pin is placed elsewhere. */
  point: ClientAddress['point'];
  hours: readonly { days: OpenDays; from: string; to: string }[];
}

export interface ClientForm {
  code: string;
  name: string;
  taxId: string;
  contacts: readonly ContactForm[];
  addresses: readonly AddressForm[];
  terms: string;
}

export const EMPTY_CONTACT: ContactForm = { name: '', role: '', phone: '', email: '' };
export const EMPTY_ADDRESS: AddressForm = { label: '', address: '', reference: '', ubigeo: '', point: null, hours: [] };
export const USUAL_HOURS = { days: 'lun-vie', from: '09:00', to: '18:00' } as const;

export const emptyClientForm = (name = ''): ClientForm => ({
  code: '',
  name,
  taxId: '',
  contacts: [EMPTY_CONTACT],
  addresses: [EMPTY_ADDRESS],
  terms: '',
});

const contactForm = ({ name, role, phone, email }: ClientContact): ContactForm => ({
  name,
  role: role ?? '',
  phone: phone ?? '',
  email: email ?? '',
});

const addressForm = ({ label, address, reference, ubigeo, point, hours }: ClientAddress): AddressForm => ({
  label: label ?? '',
  address,
  reference: reference ?? '',
  ubigeo: ubigeo ?? '',
  point,
  hours: hours.map(({ days, window }) => ({ days, ...window })),
});

export const clientForm = (client: ClientDetails): ClientForm => ({
  code: client.code,
  name: client.name,
  taxId: client.taxId ?? '',
  contacts: client.contacts.length > 0 ? client.contacts.map(contactForm) : [EMPTY_CONTACT],
  addresses: client.addresses.length > 0 ? client.addresses.map(addressForm) : [EMPTY_ADDRESS],
  terms: client.terms ?? '',
});

/** By the path of the field: `contacts.0.phone`. */
export type ClientErrors = Readonly<Record<string, string>>;

const LONG = 'Es demasiado largo';

/** The message of each field; a point has none, because its pin is placed elsewhere. */
const MESSAGES: Readonly<
  Record<Exclude<keyof ClientInput | keyof ClientContact | keyof ClientAddress, NoField>, string>
> = {
  code: 'Escriba un código con letras o números, de 32 caracteres como máximo',
  name: 'Escriba el nombre de la persona, con 80 caracteres como máximo',
  taxId: 'No es un RUC (11 dígitos, con su dígito de control) ni un DNI (8 dígitos)',
  terms: 'Escriba 500 caracteres como máximo',
  role: LONG,
  phone: 'Escriba un teléfono de 6 a 24 cifras, por ejemplo 987 654 321',
  email: 'Escriba un correo como ventas@botica.pe',
  label: LONG,
  address: 'Escriba la dirección, con 160 caracteres como máximo',
  reference: LONG,
  ubigeo: 'Seleccione el distrito de la lista',
  hours: 'El fin debe ser posterior al inicio',
};

type NoField = 'contacts' | 'addresses' | 'double' | 'point';

const NAME = 'Escriba el nombre, con 160 caracteres como máximo';

const isField = (name: string): name is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, name);

const isBlank = (row: object): boolean =>
  Object.values(row).every((value) => value === '' || value === null || (Array.isArray(value) && value.length === 0));

/** @returns the input for the service, or messages by field. Rows without any text are left out. */
export function readClientForm(form: ClientForm): { input?: ClientInput; errors: ClientErrors } {
  // Their place in the form, so that a message is shown at its row.
  const contacts = form.contacts.flatMap((row, place) => (isBlank(row) ? [] : [{ row, place }]));
  const addresses = form.addresses.flatMap((row, place) => (isBlank(row) ? [] : [{ row, place }]));
  const candidate: Unchecked<Omit<ClientInput, 'double'>> = {
    code: textOrNull(form.code),
    name: form.name,
    taxId: textOrNull(form.taxId.replace(/[\s.-]/g, '')),
    contacts: contacts.map(({ row: { name, role, phone, email } }) => ({
      name,
      role: textOrNull(role),
      phone: textOrNull(phone),
      email: textOrNull(email),
    })),
    addresses: addresses.map(({ row: { label, address, reference, ubigeo, point, hours } }) => ({
      label: textOrNull(label),
      address,
      reference: textOrNull(reference),
      ubigeo: ubigeo || null,
      point,
      hours: hours.map(({ days, from, to }) => ({ days, window: { from, to } })),
    })),
    terms: textOrNull(form.terms),
  };
  const read = clientInput.safeParse(candidate);
  if (read.success) return { input: read.data, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path } of read.error.issues) {
    const [list, at, ...rest] = path;
    const rows = list === 'contacts' ? contacts : list === 'addresses' ? addresses : undefined;
    const place = rows && typeof at === 'number' ? rows[at]?.place : undefined;
    const name = String(place === undefined ? list : rest[0]);
    if (!isField(name)) {
      errors['form'] ??= unknownField(path);
      continue;
    }
    const shown = name === 'hours' ? rest.slice(0, 2) : rest;
    errors[place === undefined ? name : [list, place, ...shown].map(String).join('.')] ??=
      place === undefined && name === 'name' ? NAME : MESSAGES[name];
  }
  return { errors };
}

/** @returns the fields of `input` that differ from the client: an edit sends only changes. */
export function changedFields(
  client: ClientDetails,
  input: ClientInput,
): Partial<Omit<ClientInput, 'code'>> & { code?: string } {
  const { code, double: _, ...fields } = input;
  const given = { ...fields, ...(code !== null && { code }) };
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isSame(value, client[name as keyof ClientDetails])),
  );
}

const LABELS = {
  code: 'Código',
  name: 'Nombre',
  taxId: 'RUC o DNI',
  contacts: 'Contactos',
  addresses: 'Direcciones',
  terms: 'Condiciones',
} satisfies Record<keyof ClientForm, string>;

/** @returns the names of fields that this person and another one changed differently. */
export const conflictingLabels = (base: ClientForm, mine: ClientForm, theirs: ClientForm): string[] =>
  (Object.keys(LABELS) as (keyof ClientForm)[])
    .filter(
      (name) =>
        !isSame(base[name], mine[name]) && !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]),
    )
    .map((name) => LABELS[name]);
