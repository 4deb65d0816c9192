import { fold } from '#shared/fields/fold.ts';

/**
 * Known fields in display order: group, meaning of the field independent of its name at the host, label, and the names
 * (without accents, case and separators) with this label.
 */
const DICTIONARY = {
  Identificación: {
    name: {
      Nombre: ['name', 'nombre', 'nombrecliente'],
      'Razón social': ['razonsocial'],
      'Nombre comercial': ['nombrecomercial'],
      Cliente: ['cliente'],
      Denominación: ['denominacion'],
    },
    code: { Código: ['code', 'codigo', 'cod', 'codigocliente'] },
    taxId: {
      RUC: ['taxid', 'ruc', 'numeroruc', 'nroruc'],
      Documento: ['documento', 'nrodocumento', 'numerodocumento'],
      DNI: ['dni'],
    },
    active: { Activo: ['active', 'activo'], Habilitado: ['habilitado'], Vigente: ['vigente'] },
    createdAt: { Registrado: ['createdat', 'fecharegistro', 'fechacreacion', 'creado'] },
  },
  Contacto: {
    contact: { Contacto: ['contact', 'contacto', 'personacontacto'], Representante: ['representante'] },
    phone: {
      Teléfono: ['phone', 'telefono', 'tel', 'fono'],
      Celular: ['celular', 'movil'],
      'Teléfono fijo': ['telefonofijo'],
    },
    email: { Correo: ['email', 'correo', 'correoelectronico', 'mail'] },
  },
  Ubicación: {
    address: { Dirección: ['address', 'direccion'], Domicilio: ['domicilio'], 'Dirección fiscal': ['direccionfiscal'] },
    reference: { Referencia: ['reference', 'referencia'] },
    district: { Distrito: ['district', 'distrito'] },
    ubigeo: { Ubigeo: ['ubigeo', 'codigoubigeo'] },
    lat: { Latitud: ['lat', 'latitud', 'latitude'] },
    lng: { Longitud: ['lng', 'lon', 'long', 'longitud', 'longitude'] },
  },
  'Otros datos': { id: { Identificador: ['id'] } },
} satisfies Record<string, Record<string, Record<string, string[]>>>;

export type Group = keyof typeof DICTIONARY;
export type Role = { [G in Group]: keyof (typeof DICTIONARY)[G] }[Group];

/** In display order. */
export const GROUPS = Object.keys(DICTIONARY) as Group[];

interface Known {
  role: Role;
  group: Group;
  label: string;
  /** Display position among all known fields. */
  order: number;
}

const ROLES = GROUPS.flatMap((group) =>
  Object.entries<Record<string, string[]>>(DICTIONARY[group]).map(([role, labels]) => ({
    group,
    role: role as Role,
    labels,
  })),
);

const KNOWN: ReadonlyMap<string, Known> = new Map(
  ROLES.flatMap(({ group, role, labels }, order) =>
    Object.entries(labels).flatMap(([label, names]) =>
      names.map((name) => [name, { role, group, label, order }] as const),
    ),
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
