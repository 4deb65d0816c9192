import {
  type ClientAddress,
  type ClientContact,
  type ClientDetails,
  clientInput,
  type ClientInput,
  type OpenDays,
} from '@despacho/contracts/dispatch';
import { isSame, textOrNull } from '#shared/fields/form-changes.ts';

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

const MESSAGES: Readonly<Record<string, string>> = {
  code: 'Escriba un código con letras o números, de 32 caracteres como máximo',
  taxId: 'No es un RUC (11 dígitos, con su dígito de control) ni un DNI (8 dígitos)',
  phone: 'Escriba un teléfono de 6 a 24 cifras, por ejemplo 987 654 321',
  email: 'Escriba un correo como ventas@botica.pe',
  address: 'Escriba la dirección, con 160 caracteres como máximo',
  hours: 'El fin debe ser posterior al inicio',
  terms: 'Escriba 500 caracteres como máximo',
};

function messageOf(path: readonly PropertyKey[]): string {
  const names = path.filter((step) => typeof step === 'string');
  if (names.includes('hours')) return MESSAGES['hours'] ?? '';
  const name = String(names.at(-1));
  if (name === 'name')
    return names.length === 1
      ? 'Escriba el nombre, con 160 caracteres como máximo'
      : 'Escriba el nombre de la persona, con 80 caracteres como máximo';
  return MESSAGES[name] ?? 'Es demasiado largo';
}

const isBlank = (row: object): boolean =>
  Object.values(row).every((value) => value === '' || value === null || (Array.isArray(value) && value.length === 0));

/** @returns the input for the service, or messages by field. Rows without any text are left out. */
export function readClientForm(form: ClientForm): { input?: ClientInput; errors: ClientErrors } {
  // Their place in the form, so that a message is shown at its row.
  const contacts = form.contacts.flatMap((row, place) => (isBlank(row) ? [] : [{ row, place }]));
  const addresses = form.addresses.flatMap((row, place) => (isBlank(row) ? [] : [{ row, place }]));
  const read = clientInput.safeParse({
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
  });
  if (read.success) return { input: read.data, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path } of read.error.issues) {
    const [list, at, ...rest] = path;
    const rows = list === 'contacts' ? contacts : list === 'addresses' ? addresses : undefined;
    const place = rows && typeof at === 'number' ? rows[at]?.place : undefined;
    const shown = rest[0] === 'hours' ? ['hours', rest[1]] : rest;
    const key = place === undefined ? String(list) : [String(list), place, ...shown].join('.');
    errors[key] ??= messageOf(path);
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
} as const;

/** @returns the names of fields that this person and another one changed differently. */
export const conflictingLabels = (base: ClientForm, mine: ClientForm, theirs: ClientForm): string[] =>
  (Object.keys(LABELS) as (keyof ClientForm)[])
    .filter(
      (name) =>
        !isSame(base[name], mine[name]) && !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]),
    )
    .map((name) => LABELS[name]);
