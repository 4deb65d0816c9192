import * as z from 'zod/mini';
import { codeKey } from '../normal-form/code-key.ts';
import { operation } from '../operation.ts';
import { BULK_BODY, FILE_TIME_MS, LIST_ANSWER, type OperationPolicy } from '../policy.ts';
import { isDni, isRuc } from '../ruc.ts';
import { id } from '../subjects/shared.ts';
import { fileName, foldedText, line } from '../text.ts';
import { actor, inOffice, latitude, longitude, phone, rowId, timeWindow, ubigeo, version } from './fields.ts';
import { CSV_MEDIA_TYPE, TEXT_MEDIA_TYPE, XLSX_MEDIA_TYPE } from './files.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from './imports.ts';
import { distinct } from './settings.ts';
import { REQUIRABLE_KINDS } from './words.ts';

/** Clients of a company, without those that were merged into others. */
export const MAX_CLIENTS = 10_000;

/** Bytes of the documented list of clients of one company: it must fit into the answer that the gateway accepts. */
export const MAX_CLIENTS_BYTES = LIST_ANSWER - 512 * 1024;

export const MAX_CLIENT_CONTACTS = 10;
export const MAX_CLIENT_ADDRESSES = 20;

/** Changes kept of one client. */
export const MAX_CLIENT_CHANGES = 50;

/** Orders that a merge may move. An operator's command has no such limit. */
export const MAX_MERGED_ORDERS = 5000;

/** References listed in the preview of a merge. */
export const LISTED_CLASHES = 20;

/** Reads them. */
const READS = { access: ['000'], office: { in: 'query', name: 'officeId' } } as const satisfies OperationPolicy;

/** Writes them: also module U01, or charge S instead. */
const WRITES = { ...READS, also: ['U01'], alsoUnless: 'S' } as const satisfies OperationPolicy;

/** The same for what a foreign host keeps elsewhere. */
const READS_OWN = { ...READS, directory: true } as const satisfies OperationPolicy;
const WRITES_OWN = { ...WRITES, directory: true } as const satisfies OperationPolicy;

/** The days on which an address is open, with their Spanish names. */
export const OPEN_DAYS = {
  'lun-vie': 'Lunes a viernes',
  'lun-sab': 'Lunes a sábado',
  sab: 'Sábados',
  dom: 'Domingos y feriados',
  todos: 'Todos los días',
} as const;

export type OpenDays = keyof typeof OPEN_DAYS;

const openDays = z.enum(Object.keys(OPEN_DAYS) as [OpenDays, ...OpenDays[]]);

const email = z.string().check(z.trim(), z.maxLength(120), z.email('Escriba un correo como ventas@botica.pe'));

const contact = z.strictObject({
  name: line(80),
  /** What the person does there: «Almacén». */
  role: z.nullable(line(60)),
  phone: z.nullable(phone),
  email: z.nullable(email),
});

export type ClientContact = z.infer<typeof contact>;

const address = z.strictObject({
  /** «Tienda Surco». */
  label: z.nullable(line(60)),
  address: line(160),
  reference: z.nullable(line(160)),
  ubigeo: z.nullable(ubigeo),
  point: z.nullable(z.strictObject({ lat: latitude, lng: longitude })),
  hours: z.array(z.strictObject({ days: openDays, window: timeWindow })).check(z.maxLength(4)),
});

export type ClientAddress = z.infer<typeof address>;

/** A code must differ from others in its normal form, so it needs a letter or a digit. */
export const clientCode = line(32).check(
  z.refine((code) => /[\p{L}\p{N}]/u.test(codeKey(code)), 'Escriba un código con letras o números'),
);

/** RUC or DNI. */
export const clientTaxId = z.string().check(
  z.trim(),
  z.maxLength(11),
  z.refine(
    (text) => isRuc(text) || isDni(text),
    'No es un RUC (11 dígitos, con su dígito de control) ni un DNI (8 dígitos)',
  ),
);

const fields = {
  code: clientCode,
  name: line(160),
  taxId: z.nullable(clientTaxId),
  /** The first one is the contact of the documented answers. */
  contacts: z.array(contact).check(z.maxLength(MAX_CLIENT_CONTACTS)),
  /** The first one is the address of the documented answers. */
  addresses: z.array(address).check(z.maxLength(MAX_CLIENT_ADDRESSES)),
  /** Commercial terms: «Factura quincenal, crédito de 15 días». */
  terms: z.nullable(foldedText(500)),
};

/** Without a code, the next free one is assigned. `double`: create it although another has this name or document. */
export const clientInput = z.strictObject({
  ...fields,
  code: z.nullable(clientCode),
  double: z.optional(z.boolean()),
});

export type ClientInput = z.infer<typeof clientInput>;

export const clientEdit = z.strictObject({
  version,
  changes: z.partial(z.strictObject(fields)),
  double: z.optional(z.boolean()),
});

export type ClientEdit = z.infer<typeof clientEdit>;

/** What happened to a client, with its Spanish name. */
export const CLIENT_CHANGES = {
  creado: 'Creado',
  importado: 'Importado de un archivo',
  editado: 'Editado',
  desactivado: 'Desactivado',
  activado: 'Activado otra vez',
  recibio: 'Recibió las órdenes de un doble',
  unido: 'Se unió a otro cliente',
  notas: 'Notas o fotos exigidas',
} as const;

export type ClientChange = keyof typeof CLIENT_CHANGES;

export const CLIENT_CHANGE_CODES = Object.keys(CLIENT_CHANGES) as [ClientChange, ...ClientChange[]];

const changed = z.object({ at: z.iso.datetime(), by: actor, what: z.enum(CLIENT_CHANGE_CODES) });

/** Everything that the company keeps about a client; `GET /api/clients/:id` answers the part that legacy hosts have. */
const clientDetails = z.object({
  id: z.string(),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  taxId: z.nullable(z.string()),
  active: z.boolean(),
  contacts: z.array(
    z.object({ ...contact.shape, name: z.string(), phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  ),
  addresses: z.array(
    z.object({
      label: z.nullable(z.string()),
      address: z.string(),
      reference: z.nullable(z.string()),
      ubigeo: z.nullable(z.string()),
      point: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
      hours: z.array(z.object({ days: openDays, window: z.object({ from: z.string(), to: z.string() }) })),
    }),
  ),
  terms: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** Null until somebody changed it here. */
  changed: z.nullable(changed),
});

export type ClientDetails = z.infer<typeof clientDetails>;

/** The photos that couriers must take of this client's orders, besides those of the office. */
const proof = z.strictObject({
  delivered: distinct(REQUIRABLE_KINDS.delivered),
  failed: distinct(REQUIRABLE_KINDS.failed),
});

export type ClientProof = z.infer<typeof proof>;

const notesFields = { notes: z.nullable(foldedText(1000)), proof };

/** The version is 0 until something is stored. */
const notesInput = z.strictObject({ version: z.int().check(z.minimum(0), z.maximum(2_147_483_647)), ...notesFields });

export type ClientNotesInput = z.infer<typeof notesInput>;

/** What the company knows about a client, also one of a foreign host. */
const clientNotes = z.object({
  version: z.int(),
  notes: z.nullable(z.string()),
  proof: z.object({
    delivered: z.array(z.enum(REQUIRABLE_KINDS.delivered)),
    failed: z.array(z.enum(REQUIRABLE_KINDS.failed)),
  }),
  changed: z.nullable(changed),
});

export type ClientNotes = z.infer<typeof clientNotes>;

const history = z.object({
  /** Newest first, the last `MAX_CLIENT_CHANGES`. */
  changes: z.array(
    z.object({
      ...changed.shape,
      id: z.string(),
      before: z.record(z.string(), z.unknown()),
      after: z.record(z.string(), z.unknown()),
    }),
  ),
});

export type ClientHistory = z.infer<typeof history>;

/** What a merge would move from a double. */
const mergePreview = z.object({
  from: clientDetails,
  orders: z.int(),
  /** Orders of other offices, which only charge S may move. */
  elsewhere: z.int(),
  /** Orders of both clients with the same reference. References are unique, so that those of the double are renamed. */
  clashes: z.array(z.object({ reference: z.string(), renamed: z.string(), code: z.nullable(z.string()) })),
  /** Number of further clashes. */
  moreClashes: z.int(),
  links: z.int(),
  views: z.int(),
});

export type MergePreview = z.infer<typeof mergePreview>;

const mergeBody = z.strictObject({
  version,
  from: id,
  fromVersion: version,
  /** Renames the references of the double that the other client has as well. Without it, they refuse the merge. */
  rename: z.optional(z.boolean()),
});

export type MergeBody = z.infer<typeof mergeBody>;

const merged = z.object({ client: clientDetails, orders: z.int(), renamed: z.int() });

export type MergedClients = z.infer<typeof merged>;

/** The columns of a file of clients. */
export const CLIENT_COLUMNS = {
  code: { header: 'Código', required: false, hint: 'Si lo deja vacío: el siguiente libre' },
  name: { header: 'Nombre', required: true, hint: 'Nombre o razón social' },
  taxId: { header: 'RUC o DNI', required: false, hint: '20512345678' },
  contact: { header: 'Contacto', required: false, hint: 'Persona a quien llamar' },
  phone: { header: 'Teléfono', required: false, hint: '987 654 321' },
  email: { header: 'Correo', required: false, hint: 'ventas@botica.pe' },
  address: { header: 'Dirección', required: false, hint: 'Calle y número' },
  reference: { header: 'Referencia', required: false, hint: 'Frente al parque' },
  district: { header: 'Distrito', required: false, hint: 'Nombre o UBIGEO' },
  terms: { header: 'Condiciones', required: false, hint: 'Factura quincenal' },
} as const;

export type ClientColumnKey = keyof typeof CLIENT_COLUMNS;

export const CLIENT_COLUMN_KEYS = Object.keys(CLIENT_COLUMNS) as [ClientColumnKey, ...ClientColumnKey[]];

/** Which column holds which field, and the line of the headings, as `columnMap` of orders. */
const clientColumnMap = z
  .string()
  .check(z.maxLength(400), z.regex(/^([1-9]|1\d|2[01]):(\d{1,3}-[a-zA-Z]{1,20}(,\d{1,3}-[a-zA-Z]{1,20})*)?$/));

const importQuery = z.strictObject({
  ...inOffice.shape,
  fileName: fileName(200),
  columns: z.optional(clientColumnMap),
  sheet: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
  encoding: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
});

const clientLine = z.object({
  /** As spreadsheets count. */
  line: z.int(),
  /** `nuevo`: it would be created. `existe`: left out, because `why` names a client that has its code, document or name. */
  outcome: z.enum(['nuevo', 'existe', 'error']),
  code: z.nullable(z.string()),
  name: z.string(),
  taxId: z.nullable(z.string()),
  district: z.nullable(z.string()),
  /** What to fix, or why it is left out. */
  why: z.nullable(z.string()),
});

export type ClientLine = z.infer<typeof clientLine>;

const clientLayout = z.object({
  line: z.int(),
  columns: z.array(
    z.object({
      place: z.int(),
      heading: z.string(),
      samples: z.array(z.string()),
      key: z.nullable(z.enum(CLIENT_COLUMN_KEYS)),
    }),
  ),
});

export type ClientLayout = z.infer<typeof clientLayout>;

const clientImportPreview = z.discriminatedUnion('readable', [
  z.object({
    readable: z.literal(false),
    why: z.string(),
    remedy: z.string(),
    /** The columns to choose from, if that would make the file readable. */
    layout: z.nullable(clientLayout),
  }),
  z.object({
    readable: z.literal(true),
    id: z.string(),
    fileName: z.string(),
    /** Clients that would be created, that exist already, and lines with errors. */
    fresh: z.int(),
    known: z.int(),
    broken: z.int(),
    layout: clientLayout,
    rows: z.array(clientLine),
    expiresAt: z.iso.datetime(),
  }),
]);

export type ClientImportPreview = z.infer<typeof clientImportPreview>;

const clientParams = z.strictObject({ id });

export const clientRecordOperations = {
  'clients.details': operation('GET', '/api/clients/:id/details', {
    summary: 'Todo lo que la empresa guarda de un cliente: contactos, direcciones con horario, condiciones',
    policy: READS_OWN,
    params: clientParams,
    query: inOffice,
    response: clientDetails,
  }),
  'clients.history': operation('GET', '/api/clients/:id/history', {
    summary: 'Quién cambió qué de un cliente, lo último primero',
    policy: { ...READS, answerBytes: LIST_ANSWER },
    params: clientParams,
    query: inOffice,
    response: history,
  }),
  'clients.create': operation('POST', '/api/clients', {
    summary: 'Crea un cliente de la empresa',
    policy: { ...WRITES_OWN, repeatable: true, bodyBytes: BULK_BODY },
    query: inOffice,
    body: clientInput,
    response: clientDetails,
  }),
  'clients.edit': operation('PATCH', '/api/clients/:id', {
    summary: 'Cambia datos de un cliente, si nadie los cambió entretanto',
    policy: { ...WRITES_OWN, bodyBytes: BULK_BODY },
    params: clientParams,
    query: inOffice,
    body: clientEdit,
    response: clientDetails,
  }),
  'clients.disable': operation('POST', '/api/clients/:id/state', {
    summary: 'Desactiva un cliente, o lo activa otra vez',
    policy: WRITES_OWN,
    params: clientParams,
    query: inOffice,
    body: z.strictObject({ version, active: z.boolean() }),
    response: clientDetails,
  }),
  'clients.mergePreview': operation('GET', '/api/clients/:id/merge', {
    summary: 'Lo que se movería al unir un cliente doble con otro',
    policy: WRITES_OWN,
    params: clientParams,
    query: z.strictObject({ ...inOffice.shape, from: id }),
    response: mergePreview,
  }),
  'clients.merge': operation('POST', '/api/clients/:id/merge', {
    summary: 'Une un cliente doble con otro, que recibe sus órdenes; las de otras oficinas requieren cargo S',
    policy: { ...WRITES_OWN, repeatable: true, timeMs: FILE_TIME_MS },
    params: clientParams,
    query: inOffice,
    body: mergeBody,
    response: merged,
  }),
  'clients.notes': operation('GET', '/api/clients/:id/notes', {
    summary: 'Lo que la empresa sabe de un cliente, también de otro sistema: notas y fotos exigidas',
    policy: READS,
    params: clientParams,
    query: inOffice,
    response: clientNotes,
  }),
  'clients.editNotes': operation('POST', '/api/clients/:id/notes', {
    summary: 'Cambia las notas y las fotos exigidas de un cliente, si nadie las cambió entretanto',
    policy: WRITES,
    params: clientParams,
    query: inOffice,
    body: notesInput,
    response: clientNotes,
  }),
  'clients.importPreview': operation('POST', '/api/clients/import', {
    summary: 'Lee un archivo de clientes (CSV o XLSX) y dice línea por línea qué se crearía, sin crear nada',
    policy: { ...WRITES_OWN, bodyBytes: MAX_IMPORT_BYTES, answerBytes: LIST_ANSWER, timeMs: FILE_TIME_MS },
    query: importQuery,
    upload: [CSV_MEDIA_TYPE, TEXT_MEDIA_TYPE, XLSX_MEDIA_TYPE],
    response: clientImportPreview,
  }),
  'clients.importCommit': operation('POST', '/api/clients/import/:id/commit', {
    summary: 'Crea los clientes nuevos de una vista previa, todos o ninguno',
    policy: { ...WRITES_OWN, repeatable: true, timeMs: FILE_TIME_MS },
    params: z.strictObject({ id: rowId }),
    query: inOffice,
    body: z.strictObject({ clients: z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_LINES)) }),
    response: z.object({ created: z.int(), firstCode: z.string(), lastCode: z.string() }),
  }),
  'clients.importTemplate': operation('GET', '/api/clients/import/template', {
    summary: 'Descarga la plantilla para importar clientes, en Excel',
    policy: { ...WRITES_OWN, timeMs: FILE_TIME_MS },
    query: inOffice,
    response: { stream: XLSX_MEDIA_TYPE, file: [XLSX_MEDIA_TYPE] },
  }),
};

/** Which column of a file holds which field, by place from 0, and the line of the headings. */
export interface ClientColumnChoice {
  line: number;
  columns: readonly (readonly [place: number, key: ClientColumnKey])[];
}

export const writeClientColumns = ({ line: heading, columns }: ClientColumnChoice): string =>
  `${heading}:${columns.map(([place, key]) => `${place}-${key}`).join(',')}`;

/** @param map as `writeClientColumns` returns it. Unknown and repeated fields are ignored. */
export function readClientColumns(map: string): ClientColumnChoice {
  const [heading = '', list = ''] = map.split(':');
  const places = new Map<ClientColumnKey, number>();
  for (const each of list.split(',')) {
    const [place = '', key = ''] = each.split('-');
    const known = CLIENT_COLUMN_KEYS.find((one) => one === key);
    if (known && !places.has(known)) places.set(known, Number(place));
  }
  return { line: Number(heading), columns: [...places].map(([key, place]) => [place, key]) };
}
