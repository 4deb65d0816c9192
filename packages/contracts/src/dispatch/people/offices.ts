import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { type OperationPolicy } from '../../policy.ts';
import { officeCode } from '../../subjects/names.ts';
import { officeId } from '../../subjects/shared.ts';
import { actor, inOffice, officeEvent, version } from '../platform/fields.ts';
import { officeFields } from './office-fields.ts';
import { settingsChanged } from './settings.ts';

export const officeInput = z.strictObject({ id: officeCode, ...officeFields });

export type OfficeInput = z.infer<typeof officeInput>;

/** An existing office, whose code does not change and may be an older one. */
export const knownOfficeInput = z.strictObject({ id: officeId, ...officeFields });

const officeEdit = z.strictObject({ version, changes: z.partial(z.strictObject(officeFields)) });

export type OfficeEdit = z.infer<typeof officeEdit>;

const stored = { name: z.string(), timeZone: z.string(), province: z.nullable(z.string()) };

/** Open orders are counted up to this number. */
export const MAX_COUNTED_ORDERS = 1000;

/** An office as the people see who manage the company's offices. */
const companyOffice = z.object({
  id: z.string(),
  version: z.int(),
  ...stored,
  closed: z.nullable(z.object({ at: z.iso.datetime(), by: actor })),
  /** People with an account. */
  people: z.int(),
  /** Couriers who are not retired. */
  couriers: z.int(),
  /** Connected phones of couriers. */
  phones: z.int(),
  /** Orders without a result; at most `MAX_COUNTED_ORDERS`. */
  openOrders: z.int(),
  /** Without people, couriers, orders and imports, so that it can be deleted. */
  isEmpty: z.boolean(),
});

export type CompanyOffice = z.infer<typeof companyOffice>;

const companyOffices = z.object({
  offices: z.array(companyOffice),
  /** The maximum of a company. */
  most: z.int(),
  company: z.object({
    name: z.string(),
    /** In bytes. Changed by command alone. */
    quota: z.number(),
    used: z.number(),
  }),
  /** After how many days data is deleted; 0 for never. Set where the service is installed. */
  retention: z.object({
    photos: z.int(),
    signatures: z.int(),
    documents: z.int(),
    positions: z.int(),
    money: z.int(),
  }),
});

export type CompanyOffices = z.infer<typeof companyOffices>;

const OFFICE_CHANGES = ['creada', 'editada', 'cerrada', 'reabierta'] as const;

export type OfficeChange = (typeof OFFICE_CHANGES)[number];

/** An office was created, edited, closed or reopened. */
export const officeChanged = officeEvent('office.changed', {
  what: z.enum(OFFICE_CHANGES),
  version: z.int(),
  /** The changed fields. */
  before: z.partial(z.object(stored)),
  after: z.partial(z.object(stored)),
});

export type OfficeChanged = z.infer<typeof officeChanged>;

/** Changes of an office and of its settings kept in its history page. */
export const OFFICE_HISTORY = 100;

const officeHistory = z.array(z.discriminatedUnion('type', [officeChanged, settingsChanged]));

export type OfficeHistory = z.infer<typeof officeHistory>;

/** Offices require charge S, regardless of modules. The query names the office that the operation is about. */
const OFFICES = {
  access: 'session',
  charge: 'S',
  office: { in: 'query', name: 'officeId' },
} as const satisfies OperationPolicy;

/** The company's offices are kept with its people. */
const WRITES = { ...OFFICES, directory: true, inClosedOffice: true } as const satisfies OperationPolicy;

const withVersion = z.strictObject({ version });

export const companyOfficeOperations = {
  'offices.details': operation('GET', '/api/offices/details', {
    summary: 'Las oficinas de la empresa, cerradas también, con cuota y plazos de conservación (cargo S)',
    policy: { ...OFFICES },
    query: inOffice,
    response: companyOffices,
  }),
  'offices.proposal': operation('GET', '/api/offices/proposal', {
    summary: 'Un código de oficina libre: el pedido, o el mismo con un número (cargo S)',
    policy: { ...OFFICES, directory: true },
    query: z.strictObject({ ...inOffice.shape, id: officeCode }),
    response: z.object({ id: z.string() }),
  }),
  'offices.create': operation('POST', '/api/offices', {
    summary: 'Crea una oficina de la empresa; un código en uso se rechaza y se propone otro (cargo S)',
    policy: { ...WRITES, repeatable: true },
    query: inOffice,
    body: officeInput,
    response: companyOffice,
  }),
  'offices.edit': operation('PATCH', '/api/office', {
    summary: 'Cambia nombre, zona horaria o provincia de una oficina, si nadie la cambió entretanto (cargo S)',
    policy: { ...OFFICES, directory: true },
    query: inOffice,
    body: officeEdit,
    response: companyOffice,
  }),
  'offices.close': operation('POST', '/api/office/close', {
    summary:
      'Cierra una oficina: todo se lee, nada se cambia, y los teléfonos de sus repartidores se desconectan (cargo S)',
    policy: { ...WRITES },
    query: inOffice,
    body: withVersion,
    response: companyOffice,
  }),
  'offices.reopen': operation('POST', '/api/office/reopen', {
    summary: 'Reabre una oficina cerrada (cargo S)',
    policy: { ...WRITES },
    query: inOffice,
    body: withVersion,
    response: companyOffice,
  }),
  'offices.remove': operation('POST', '/api/office/remove', {
    summary: 'Elimina una oficina vacía: sin personas, repartidores, órdenes ni importaciones (cargo S)',
    policy: { ...WRITES },
    query: inOffice,
    body: withVersion,
    response: z.object({ id: z.string() }),
  }),
  'offices.history': operation('GET', '/api/office/history', {
    summary: 'Los últimos cambios de una oficina y de sus ajustes, con el valor de antes y el de después (cargo S)',
    policy: { ...OFFICES },
    query: inOffice,
    response: officeHistory,
  }),
};
