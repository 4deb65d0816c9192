import * as z from 'zod/mini';
import { codeKey } from '../../normal-form/code-key.ts';
import { operation } from '../../operation.ts';
import { BULK_BODY, FILE_TIME_MS, LIST_ANSWER, type OperationPolicy } from '../../policy.ts';
import { isDni, isRuc } from '../../ruc.ts';
import { id } from '../../subjects/shared.ts';
import { foldedText, line } from '../../text.ts';
import {
  actor,
  inOffice,
  latitude,
  longitude,
  phone,
  recordInOffice,
  rowInOffice,
  timeWindow,
  ubigeo,
  version,
} from '../platform/fields.ts';
import {
  MAX_IMPORT_LINES,
  brokenLine,
  IMPORT_FILE,
  type ImportColumn,
  importTemplate,
  keysOf,
  MAX_IMPORT_BYTES,
  MAX_PREVIEW_BYTES,
  tablePreview,
  tableQuery,
} from '../platform/import-table.ts';
import { distinct } from './settings.ts';
import { codesOf, REQUIRABLE_KINDS } from '../platform/words.ts';

/** Clients of a company, without those that were merged into others. */
export const MAX_CLIENTS = 10_000;

/** Clients that a person may create within 24 hours: usually, and with charge S. The operator's commands have no such limit. */
export const NEW_CLIENTS_A_DAY = { usual: 2000, chargeS: 5000 } as const;

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

const openDays = z.enum(codesOf(OPEN_DAYS));

const email = z.string().check(z.trim(), z.maxLength(120), z.email('Escriba un correo como ventas@botica.pe'));

const contact = z.strictObject({
  name: line(80),
  /** The person's role there: «Almacén». */
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
  actualizado: 'Actualizado de un archivo',
  editado: 'Editado',
  desactivado: 'Desactivado',
  activado: 'Activado otra vez',
  recibio: 'Recibió las órdenes de un duplicado',
  unido: 'Se unió a otro cliente',
  notas: 'Notas o fotos exigidas',
  sinNotas: 'Se quitaron las notas y fotos exigidas',
} as const;

export type ClientChange = keyof typeof CLIENT_CHANGES;

const changed = z.object({ at: z.iso.datetime(), by: actor, what: z.enum(codesOf(CLIENT_CHANGES)) });

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

/** The photos that couriers must take of this client's orders, in addition to those of the office. */
const proof = z.strictObject({
  delivered: distinct(REQUIRABLE_KINDS.delivered),
  failed: distinct(REQUIRABLE_KINDS.failed),
});

export type ClientProof = z.infer<typeof proof>;

const notesFields = { notes: z.nullable(foldedText(1000)), proof };

/** The version is 0 until something is stored. */
const notesInput = z.strictObject({ version: z.int().check(z.minimum(0), z.maximum(2_147_483_647)), ...notesFields });

export type ClientNotesInput = z.infer<typeof notesInput>;

/** Notes and required photos of a client, also one of a foreign host. */
const clientNotes = z.object({
  version: z.int(),
  notes: z.nullable(z.string()),
  proof: z.object({
    delivered: z.array(z.enum(REQUIRABLE_KINDS.delivered)),
    failed: z.array(z.enum(REQUIRABLE_KINDS.failed)),
  }),
  changed: z.nullable(changed),
  /** Whether the person may remove them: who wrote them last, or charge S. */
  mayRemove: z.boolean(),
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

/** The data that a merge would move from a duplicate. */
const mergePreview = z.object({
  from: clientDetails,
  orders: z.int(),
  /** Orders of other offices, which only charge S may move. */
  elsewhere: z.int(),
  /** Orders of both clients with the same reference. References are unique, so those of the duplicate are renamed. */
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
  name: {
    header: 'Nombre',
    required: true,
    hint: 'Nombre o razón social',
    // Clients that exist are found by them.
    unless: ['code', 'taxId'],
  },
  taxId: { header: 'RUC o DNI', required: false, hint: '20512345678' },
  contact: { header: 'Contacto', required: false, hint: 'Persona a quien llamar' },
  phone: { header: 'Teléfono', required: false, hint: '987 654 321' },
  email: { header: 'Correo', required: false, hint: 'ventas@botica.pe' },
  address: { header: 'Dirección', required: false, hint: 'Calle y número' },
  reference: { header: 'Referencia', required: false, hint: 'Frente al parque' },
  district: { header: 'Distrito', required: false, hint: 'Nombre o UBIGEO' },
  hours: { header: 'Horario', required: false, hint: 'L-V 8:00-13:00, 14:00-18:00' },
  terms: { header: 'Condiciones', required: false, hint: 'Factura quincenal' },
} as const satisfies Record<string, ImportColumn>;

export type ClientColumnKey = keyof typeof CLIENT_COLUMNS;

export const CLIENT_COLUMN_KEYS = keysOf<ClientColumnKey>(CLIENT_COLUMNS);

/** A field that an import would change, as text. */
const fieldChange = z.object({ field: z.string(), before: z.string(), after: z.string() });

export type FieldChange = z.infer<typeof fieldChange>;

const clientLine = z.discriminatedUnion('ok', [
  z.object({
    line: z.int(),
    ok: z.literal(true),
    code: z.nullable(z.string()),
    name: z.string(),
    taxId: z.nullable(z.string()),
    district: z.nullable(z.string()),
    /** The client with this code, document or name, so that the line creates none. Null for a new client. */
    known: z.nullable(
      z.object({
        name: z.string(),
        code: z.string(),
        /** The changes of the line if the person agrees. Empty without a difference, or if only the name matches. */
        changes: z.array(fieldChange),
      }),
    ),
  }),
  brokenLine(CLIENT_COLUMN_KEYS),
]);

export type ClientLine = z.infer<typeof clientLine>;

const clientImportPreview = tablePreview(CLIENT_COLUMN_KEYS, clientLine);

export type ClientImportPreview = z.infer<typeof clientImportPreview>;

/** `clients`: how many the person expects to be created. `update`: lines whose clients are changed. */
const importCommit = z
  .strictObject({
    clients: z.int().check(z.minimum(0), z.maximum(MAX_IMPORT_LINES)),
    update: z.optional(z.array(z.int().check(z.minimum(1))).check(z.maxLength(MAX_IMPORT_LINES))),
  })
  .check(z.refine(({ clients, update }) => clients + (update?.length ?? 0) > 0, 'No hay clientes que importar'));

export type ClientImportCommit = z.infer<typeof importCommit>;

const imported = z.object({
  created: z.int(),
  updated: z.int(),
  /** First code of the created clients; empty without any. */
  firstCode: z.string(),
  lastCode: z.string(),
});

export type ImportedClients = z.infer<typeof imported>;

export const clientRecordOperations = {
  'clients.details': operation('GET', '/api/clients/:id/details', {
    summary: 'Todo lo que la empresa guarda de un cliente: contactos, direcciones con horario, condiciones',
    policy: READS_OWN,
    ...recordInOffice,
    response: clientDetails,
  }),
  'clients.history': operation('GET', '/api/clients/:id/history', {
    summary: 'Quién cambió qué de un cliente, lo último primero',
    policy: { ...READS, answerBytes: LIST_ANSWER },
    ...recordInOffice,
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
    ...recordInOffice,
    body: clientEdit,
    response: clientDetails,
  }),
  'clients.disable': operation('POST', '/api/clients/:id/state', {
    summary: 'Desactiva un cliente, o lo activa otra vez',
    policy: WRITES_OWN,
    ...recordInOffice,
    body: z.strictObject({ version, active: z.boolean() }),
    response: clientDetails,
  }),
  'clients.mergePreview': operation('GET', '/api/clients/:id/merge', {
    summary: 'Lo que se movería al unir un cliente duplicado con otro',
    policy: WRITES_OWN,
    params: recordInOffice.params,
    query: z.strictObject({ ...inOffice.shape, from: id }),
    response: mergePreview,
  }),
  'clients.merge': operation('POST', '/api/clients/:id/merge', {
    summary: 'Une un cliente duplicado con otro, que recibe sus órdenes; las de otras oficinas requieren cargo S',
    policy: { ...WRITES_OWN, repeatable: true, timeMs: FILE_TIME_MS },
    ...recordInOffice,
    body: mergeBody,
    response: merged,
  }),
  'clients.notes': operation('GET', '/api/clients/:id/notes', {
    summary: 'Lo que la empresa sabe de un cliente, también de otro sistema: notas y fotos exigidas',
    policy: READS,
    ...recordInOffice,
    response: clientNotes,
  }),
  'clients.editNotes': operation('POST', '/api/clients/:id/notes', {
    summary: 'Cambia las notas y las fotos exigidas de un cliente, si nadie las cambió entretanto',
    policy: WRITES,
    ...recordInOffice,
    body: notesInput,
    response: clientNotes,
  }),
  'clients.removeNotes': operation('POST', '/api/clients/:id/notes/remove', {
    summary: 'Quita las notas y las fotos exigidas de un cliente: quien las escribió por última vez, o cargo S',
    policy: WRITES,
    ...recordInOffice,
    body: z.strictObject({ version }),
    response: clientNotes,
  }),
  'clients.importPreview': operation('POST', '/api/clients/import', {
    summary:
      'Lee un archivo de clientes (CSV o XLSX) y dice fila por fila qué se crearía o cambiaría, sin guardar nada',
    policy: { ...WRITES_OWN, bodyBytes: MAX_IMPORT_BYTES, answerBytes: MAX_PREVIEW_BYTES, timeMs: FILE_TIME_MS },
    query: tableQuery,
    upload: IMPORT_FILE,
    response: clientImportPreview,
  }),
  'clients.importCommit': operation('POST', '/api/clients/import/:id/commit', {
    summary: 'Crea los clientes nuevos de una vista previa y actualiza los que se piden, todos o ninguno',
    policy: { ...WRITES_OWN, repeatable: true, bodyBytes: BULK_BODY, timeMs: FILE_TIME_MS },
    ...rowInOffice,
    body: importCommit,
    response: imported,
  }),
  'clients.importTemplate': operation('GET', '/api/clients/import/template', {
    summary: 'Descarga la plantilla para importar clientes, en Excel',
    policy: { ...WRITES_OWN, timeMs: FILE_TIME_MS },
    ...importTemplate,
  }),
};
