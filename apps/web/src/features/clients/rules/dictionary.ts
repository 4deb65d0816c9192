import { fold } from '../../../shared/fields/fold.ts';

/** Meaning of a field, independent of its name at the host. */
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

type DictionaryRow = readonly [role: Role, group: Group, labels: Readonly<Record<string, string>>];

/** Known field names (without accents, case and separators) with their label, in display order. */
const DICTIONARY: readonly DictionaryRow[] = [
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

interface Known {
  role: Role;
  group: Group;
  label: string;
  /** Display position among all known fields. */
  order: number;
}

const KNOWN: ReadonlyMap<string, Known> = new Map(
  DICTIONARY.flatMap(([role, group, labels], order) =>
    Object.entries(labels).map(([spelling, label]) => [spelling, { role, group, label, order }] as const),
  ),
);

const spellings = new Map<string, string>();

/** Cached: a list of 20,000 clients looks up the same dozen names 300,000 times. */
function spellingOf(key: string): string {
  const known = spellings.get(key);
  if (known !== undefined) return known;
  const spelling = fold(key).replace(/[^a-z0-9]/g, '');
  spellings.set(key, spelling);
  return spelling;
}

/** @returns the known field with this name, if any. */
export const knownField = (key: string): Known | undefined => KNOWN.get(spellingOf(key));
