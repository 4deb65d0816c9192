import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, EXPORT_ANSWER, EXPORT_TIME_MS, LIST_ANSWER, type OperationPolicy } from '../../policy.ts';
import { officeId } from '../../subjects/shared.ts';
import { line } from '../../text.ts';
import { day, inOffice, rowId } from '../platform/fields.ts';
import { CSV_MEDIA_TYPE, JSON_LINES_MEDIA_TYPE } from '../platform/files.ts';
import { codesOf } from '../platform/words.ts';

/** The kinds of the trail of a company, with the text shown. */
export const TRAIL_KINDS = {
  'signIn.ok': 'Ingresó',
  'signIn.failed': 'Ingreso fallido',
  'signIn.throttled': 'Demasiados ingresos fallidos',
  'session.ended': 'Sesión terminada',
  'export.orders': 'Exportó órdenes',
  'export.money': 'Exportó el dinero de un día',
  'export.report': 'Exportó un informe',
  'export.courierTrail': 'Exportó el recorrido de un repartidor',
  'export.trail': 'Exportó el registro',
  'photos.downloaded': 'Descargó fotos',
  'photos.removed': 'Quitó una foto',
  'photo.viewed': 'Abrió fotos',
  'document.viewed': 'Vio un documento completo',
  'guestLink.created': 'Compartió con un enlace',
  'guestLink.revoked': 'Anuló un enlace',
  'password.changed': 'Cambió su contraseña',
  'password.failed': 'Contraseña actual equivocada',
  'password.set': 'Contraseña temporal',
  'password.linkCreated': 'Enlace para nueva contraseña',
  'password.linkUsed': 'Usó el enlace para nueva contraseña',
  'factor.added': 'Activó el segundo paso',
  'factor.removed': 'Quitó el segundo paso',
  'factor.permitted': 'Permitió activar el segundo paso',
  'factor.codesRenewed': 'Renovó sus códigos de recuperación',
  'factor.recoveryUsed': 'Ingresó con un código de recuperación',
  'factor.failed': 'Código del segundo paso equivocado',
  'factor.blocked': 'Demasiados códigos equivocados en un día',
  'provider.invited': 'Enlace para vincular la cuenta de la empresa',
  'provider.linked': 'Vinculó la cuenta de la empresa',
  'provider.unlinked': 'Desvinculó la cuenta de la empresa',
  'signIn.brokenGlass': 'Permitió ingresar con contraseña por 30 minutos',
  'account.created': 'Creó una cuenta',
  'account.edited': 'Cambió los datos de una cuenta',
  'account.disabled': 'Desactivó una cuenta',
  'account.enabled': 'Activó una cuenta',
  'account.retired': 'Retiró una cuenta',
  'account.moved': 'Cambió una cuenta de oficina',
  'account.deleted': 'Eliminó una cuenta sin usar',
  'account.erased': 'Quitó el nombre de una persona retirada',
  'permissions.changed': 'Cambió permisos',
  'settings.changed': 'Cambió ajustes',
  'signInRules.changed': 'Cambió cómo se ingresa',
  'office.created': 'Creó una oficina',
  'office.edited': 'Cambió una oficina',
  'office.closed': 'Cerró una oficina',
  'office.reopened': 'Reabrió una oficina',
  'office.deleted': 'Eliminó una oficina',
  'company.created': 'Creó la empresa',
  'company.edited': 'Cambió la empresa',
  'client.created': 'Creó un cliente',
  'client.edited': 'Cambió un cliente',
  'client.disabled': 'Desactivó un cliente',
  'client.enabled': 'Activó un cliente',
  'client.merged': 'Unió clientes',
  'client.notesRemoved': 'Quitó las notas de un cliente',
  'client.imported': 'Importó clientes',
  'courier.created': 'Creó un repartidor',
  'courier.edited': 'Cambió un repartidor',
  'courier.retired': 'Retiró a un repartidor',
  'courier.imported': 'Importó repartidores',
  'courier.phoneLinked': 'Conectó el teléfono de un repartidor',
  'courier.phoneDisconnected': 'Desconectó el teléfono de un repartidor',
  'courier.noticeGiven': 'Anotó el aviso de seguimiento dado en papel',
  'courier.followed': 'Siguió a un repartidor en el mapa',
  'courier.trailViewed': 'Vio un recorrido',
  'access.refused': 'Acceso negado',
  'requests.throttled': 'Demasiadas solicitudes',
} as const;

/** What an entry is about, with the text shown. */
export const TRAIL_SUBJECTS: Readonly<Record<string, string>> = {
  user: 'Persona',
  client: 'Cliente',
  courier: 'Repartidor',
  office: 'Oficina',
  company: 'Empresa',
  settings: 'Ajustes',
  order: 'Orden',
  visit: 'Visita',
  photo: 'Foto',
  guestLink: 'Enlace',
  operation: 'Operación',
};

export type TrailKind = keyof typeof TRAIL_KINDS;

export const trailKinds = codesOf(TRAIL_KINDS);

export const trailKind = z.enum(trailKinds);

/** Kinds that a gateway may report. The service writes every other kind itself, in the transaction of the change. */
export const REPORTED_KINDS = [
  'signIn.ok',
  'signIn.failed',
  'signIn.throttled',
  'session.ended',
  'export.orders',
  'export.money',
  'export.report',
  'export.courierTrail',
  'photos.downloaded',
  'photos.removed',
  'photo.viewed',
  'document.viewed',
  'guestLink.created',
  'guestLink.revoked',
  'courier.phoneLinked',
  'courier.phoneDisconnected',
  'courier.followed',
  'courier.trailViewed',
  'access.refused',
  'requests.throttled',
  'password.failed',
  'factor.failed',
  // With a foreign host.
  'permissions.changed',
] as const satisfies readonly TrailKind[];

export type ReportedKind = (typeof REPORTED_KINDS)[number];

/**
 * Reported kinds that people repeat all day: one row counts what a person does to the same subject within an hour. They
 * have a separate limit, so that they cannot use up the rows of other kinds.
 */
export const REPEATED_KINDS: readonly TrailKind[] = [
  'photo.viewed',
  'courier.followed',
  'courier.trailViewed',
  'access.refused',
  'requests.throttled',
] satisfies readonly ReportedKind[];

/** Reasons of `session.ended` without an act of the named person. Releases up to 1.0 stored the last two. */
const AUTOMATIC_ENDS: readonly unknown[] = [
  'idle',
  'absolute',
  'too-many',
  'full',
  'host',
  'replaced',
  'administrator',
];

/** @returns whether the product did it automatically, and not the person in the entry. */
export const isAutomatic = ({ kind, details }: Pick<TrailEntryView, 'kind' | 'details'>): boolean =>
  kind === 'session.ended' && AUTOMATIC_ENDS.includes(details?.['reason']);

/** Days that a company keeps its trail: default, and what the command accepts. */
export const TRAIL_DAYS = { usual: 365, least: 30, most: 3650 } as const;

/** Entries of a page: default and maximum. */
export const TRAIL_PAGE = { size: 50, most: 200 } as const;

/** Entries of a file at most; the newest ones. */
export const MAX_TRAIL_FILE = 200_000;

export const RECORD_FORMATS = {
  csv: { name: 'CSV', mediaType: CSV_MEDIA_TYPE },
  jsonl: { name: 'JSON por líneas', mediaType: JSON_LINES_MEDIA_TYPE },
} as const;

export type RecordFormat = keyof typeof RECORD_FORMATS;

/** A search. Days are those of the request's office; `hasta` is included. */
const search = {
  /** User name, display name or its beginning. */
  persona: z.optional(line(120)),
  tipo: z.optional(trailKind),
  direccion: z.optional(z.string().check(z.regex(/^[0-9A-Fa-f:.]{2,45}$/, 'Escriba una dirección como 190.12.34.56'))),
  /** Only entries that concern this office. */
  oficina: z.optional(officeId),
  desde: z.optional(day),
  hasta: z.optional(day),
};

export const trailSearch = z.strictObject(search);

export type TrailSearch = z.infer<typeof trailSearch>;

const trailEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The last time, for an entry that counts several. */
  lastAt: z.iso.datetime(),
  count: z.int(),
  kind: z.string(),
  officeId: z.nullable(z.string()),
  /** Null for unknown people. */
  actor: z.nullable(z.object({ username: z.string(), user: z.nullable(z.string()) })),
  subject: z.nullable(z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) })),
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** Of the last time, for an entry that counts several; null if it is unknown. */
  last: z.nullable(z.object({ address: z.nullable(z.string()), requestId: z.nullable(z.string()) })),
  details: z.nullable(z.record(z.string(), z.unknown())),
});

export type TrailEntryView = z.infer<typeof trailEntry>;

const trailPage = z.object({
  /** Newest first. */
  entries: z.array(trailEntry),
  /** The `antes` parameter of the next, older page; null on the last page. */
  next: z.nullable(z.string()),
  /** For how many days the company keeps its trail. */
  days: z.int(),
});

export type TrailPage = z.infer<typeof trailPage>;

/** About the whole company, so it requires charge S and no module: administrators of accounts need not see orders. */
const COMPANY = { access: 'session', office: DISPATCH.office, charge: 'S' } as const satisfies OperationPolicy;

export const companyTrailOperations = {
  'trail.list': operation('GET', '/api/trail', {
    summary: 'El registro de la empresa, de lo último a lo primero, por páginas (cargo S)',
    policy: { ...COMPANY, answerBytes: LIST_ANSWER },
    query: z.strictObject({
      ...inOffice.shape,
      ...search,
      antes: z.optional(rowId),
      limite: z.optional(
        z.string().check(
          z.regex(/^\d{1,3}$/),
          z.refine((text) => Number(text) >= 1 && Number(text) <= TRAIL_PAGE.most),
        ),
      ),
    }),
    response: trailPage,
  }),
  'trail.file': operation('GET', '/api/trail/file', {
    summary: 'Descarga lo encontrado en el registro, en CSV o JSON por líneas; queda registrado (cargo S)',
    policy: { ...COMPANY, answerBytes: EXPORT_ANSWER, timeMs: EXPORT_TIME_MS },
    query: z.strictObject({
      ...inOffice.shape,
      ...search,
      formato: z.enum(codesOf(RECORD_FORMATS)),
    }),
    response: { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE, JSON_LINES_MEDIA_TYPE] },
  }),
};
