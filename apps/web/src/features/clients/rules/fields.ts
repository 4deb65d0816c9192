import { type Client } from '@despacho/contracts';
import { fold } from '../../../shared/fields/fold.ts';
import { humanise } from '../../../shared/fields/humanise.ts';

/** What a field is for, whatever its host calls it. */
export type Role =
  | 'name'
  | 'code'
  | 'taxId'
  | 'active'
  | 'createdAt'
  | 'contact'
  | 'phone'
  | 'email'
  | 'address'
  | 'reference'
  | 'district'
  | 'ubigeo'
  | 'lat'
  | 'lng'
  | 'id';

export type Group = 'Identificación' | 'Contacto' | 'Ubicación' | 'Otros datos';

export interface Field {
  /** The name on the wire. */
  key: string;
  role: Role | null;
  label: string;
  group: Group;
}

type Entry = readonly [role: Role, group: Group, labels: Readonly<Record<string, string>>];

/** Spellings seen or to be expected (without accents, case and separators), each with its label. Order is order of show. */
const DICTIONARY: readonly Entry[] = [
  [
    'name',
    'Identificación',
    {
      name: 'Nombre',
      nombre: 'Nombre',
      razonsocial: 'Razón social',
      nombrecomercial: 'Nombre comercial',
      cliente: 'Cliente',
      nombrecliente: 'Nombre',
      denominacion: 'Denominación',
    },
  ],
  ['code', 'Identificación', { code: 'Código', codigo: 'Código', cod: 'Código', codigocliente: 'Código' }],
  [
    'taxId',
    'Identificación',
    {
      taxid: 'RUC',
      ruc: 'RUC',
      numeroruc: 'RUC',
      nroruc: 'RUC',
      documento: 'Documento',
      nrodocumento: 'Documento',
      numerodocumento: 'Documento',
      dni: 'DNI',
    },
  ],
  ['active', 'Identificación', { active: 'Activo', activo: 'Activo', habilitado: 'Habilitado', vigente: 'Vigente' }],
  [
    'createdAt',
    'Identificación',
    { createdat: 'Registrado', fecharegistro: 'Registrado', fechacreacion: 'Registrado', creado: 'Registrado' },
  ],
  [
    'contact',
    'Contacto',
    { contact: 'Contacto', contacto: 'Contacto', personacontacto: 'Contacto', representante: 'Representante' },
  ],
  [
    'phone',
    'Contacto',
    {
      phone: 'Teléfono',
      telefono: 'Teléfono',
      tel: 'Teléfono',
      fono: 'Teléfono',
      celular: 'Celular',
      movil: 'Celular',
      telefonofijo: 'Teléfono fijo',
    },
  ],
  ['email', 'Contacto', { email: 'Correo', correo: 'Correo', correoelectronico: 'Correo', mail: 'Correo' }],
  [
    'address',
    'Ubicación',
    { address: 'Dirección', direccion: 'Dirección', domicilio: 'Domicilio', direccionfiscal: 'Dirección fiscal' },
  ],
  ['reference', 'Ubicación', { reference: 'Referencia', referencia: 'Referencia' }],
  ['district', 'Ubicación', { district: 'Distrito', distrito: 'Distrito' }],
  ['ubigeo', 'Ubicación', { ubigeo: 'Ubigeo', codigoubigeo: 'Ubigeo' }],
  ['lat', 'Ubicación', { lat: 'Latitud', latitud: 'Latitud', latitude: 'Latitud' }],
  [
    'lng',
    'Ubicación',
    { lng: 'Longitud', lon: 'Longitud', long: 'Longitud', longitud: 'Longitud', longitude: 'Longitud' },
  ],
  ['id', 'Otros datos', { id: 'Identificador' }],
];

const KNOWN = new Map(
  DICTIONARY.flatMap(([role, group, labels], order) =>
    Object.entries(labels).map(([spelling, label]) => [spelling, { role, group, label, order }] as const),
  ),
);

const spellings = new Map<string, string>();

/** Remembered: a list of 20,000 clients asks for the same dozen names 300,000 times. */
function spellingOf(key: string): string {
  const known = spellings.get(key);
  if (known !== undefined) return known;
  const spelling = fold(key).replace(/[^a-z0-9]/g, '');
  spellings.set(key, spelling);
  return spelling;
}

/** @returns what a field of this name is, and how to call it. */
export function fieldOf(key: string): Field {
  const known = KNOWN.get(spellingOf(key));
  if (!known) return { key, role: null, label: humanise(key), group: 'Otros datos' };
  return { key, role: known.role, label: known.label, group: known.group };
}

const orderOf = ({ key }: Field): number => KNOWN.get(spellingOf(key))?.order ?? DICTIONARY.length;

/**
 * @returns every field that any of the clients has, known ones first. Two fields that would be called alike (a host that
 * sends `telefono` and `fono`) keep their own names beside the label.
 */
export function fieldsOf(clients: readonly Client[]): Field[] {
  const keys = new Set<string>();
  for (const client of clients) for (const key of Object.keys(client)) keys.add(key);
  const fields = [...keys].map(fieldOf).sort((a, b) => orderOf(a) - orderOf(b));
  const labels = fields.map(({ label }) => label);
  return fields.map((field) =>
    labels.filter((label) => label === field.label).length > 1
      ? { ...field, label: `${field.label} (${field.key})` }
      : field,
  );
}

/** What a table shows unless told otherwise: enough to recognise and reach a client. */
const TABLE_ROLES: readonly Role[] = ['name', 'code', 'taxId', 'district', 'contact', 'phone', 'active'];

/** @returns the keys of the columns to begin with: one per role; without a name, whatever comes first. */
export function defaultColumns(fields: readonly Field[]): string[] {
  const keys = TABLE_ROLES.flatMap((role) => fields.find((field) => field.role === role)?.key ?? []);
  const named = fields.some(({ role }) => role === 'name');
  const first = fields.find(({ role, key }) => role !== 'id' && !keys.includes(key)) ?? fields[0];
  return named || !first ? keys : [first.key, ...keys];
}

/** @returns the key of what a client is called by. */
export const titleKey = (fields: readonly Field[]): string =>
  fields.find(({ role }) => role === 'name')?.key ?? defaultColumns(fields)[0] ?? 'id';

/** @returns the value of the first field with this role. */
export function valueOfRole(client: Client, role: Role): unknown {
  const key = fieldsOf([client]).find((field) => field.role === role)?.key;
  return key === undefined ? undefined : client[key];
}
