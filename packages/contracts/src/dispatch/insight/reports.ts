import * as z from 'zod/mini';
import { type Access } from '../../access.ts';
import { operation } from '../../operation.ts';
import { type OperationPolicy } from '../../policy.ts';
import { id, officeId } from '../../subjects/shared.ts';
import { EXPORT_FORMATS } from '../orders/exports.ts';
import { day } from '../platform/fields.ts';
import { type FIGURE_FILTERS } from './figure-filters.ts';
import { CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE } from '../platform/files.ts';
import { ORDER_STATE_CODES } from '../orders/order-states.ts';
import { REPORT_PERIOD_CODES } from './report-spans.ts';
import { codesOf } from '../platform/words.ts';

/** The subjects of a report's rows. */
export const REPORT_GROUPS = {
  cliente: { title: 'Clientes', one: 'Cliente', none: 'Sin cliente del directorio', access: ['D05'] },
  repartidor: { title: 'Repartidores', one: 'Repartidor', none: 'Sin repartidor', access: ['D03'] },
  distrito: { title: 'Distritos', one: 'Distrito', none: 'Sin distrito', access: ['D01', 'D02'] },
} as const satisfies Record<string, { title: string; one: string; none: string; access: Access }>;

export type ReportGroup = keyof typeof REPORT_GROUPS;

export const REPORT_GROUP_CODES = codesOf(REPORT_GROUPS);

/** The modules that show each part of a report, as they show it on «Hoy». */
export const REPORT_PARTS = {
  /** Orders, delivered, failed and open ones. Rows of clients and couriers have them with the module of those rows. */
  volume: ['D01'],
  reasons: ['D01', 'D05'],
  punctuality: ['D02'],
  money: ['D05'],
} as const satisfies Record<string, Access>;

/** Each number of orders in a report, with the figure whose filter it counts. */
export const REPORT_COUNTS = {
  orders: 'all',
  delivered: 'delivered',
  failed: 'failed',
  open: 'open',
  met: 'kept',
  promised: 'promised',
} as const satisfies Record<string, keyof typeof FIGURE_FILTERS>;

export type ReportCount = keyof typeof REPORT_COUNTS;

export const REPORT_COUNT_CODES = codesOf(REPORT_COUNTS);

/** Rows of a report on the screen; the rest is added up. */
export const MAX_REPORT_ROWS = 300;

/** Orders of a client's monthly sheet that are listed with their reason; the rest is counted. */
export const MAX_SHEET_ORDERS = 200;

/** Null without the module that shows it. */
const hidden = z.nullable(z.int());

/** Numbers of orders, and amounts in céntimos, of some orders without the cancelled ones. */
const reportFigures = z.object({
  orders: hidden,
  delivered: hidden,
  failed: hidden,
  open: hidden,
  /** `met` of the `promised` orders were delivered within the window that they were first promised. */
  met: hidden,
  promised: hidden,
  /** Amounts that were due, and what was collected. */
  due: hidden,
  collected: hidden,
});

export type ReportFigures = z.infer<typeof reportFigures>;

/** Why visits failed, the most frequent first; null without the module. */
const reasons = z.nullable(z.array(z.object({ value: z.string(), name: z.string(), orders: z.int() })));

/** Days inclusive, and their figures; null if there are no data of these days, which is not zero. */
const spanFigures = z.object({ from: z.string(), to: z.string(), figures: z.nullable(reportFigures) });

const span = {
  ...spanFigures.shape,
  /** When the figures were counted: promises that end later are not due yet. */
  at: z.iso.datetime(),
  /** The first day with orders of the office; null without any. There are no data of earlier days. */
  since: z.nullable(z.string()),
  reasons,
  /** The period before, with as many days. */
  before: spanFigures,
  /** Each day, oldest first. */
  days: z.array(z.object({ day: z.string(), figures: z.nullable(reportFigures) })),
};

const report = z.object({
  ...span,
  /** Those with most orders first. */
  rows: z.array(
    z.object({
      /** Null for the orders that have none. */
      id: z.nullable(z.string()),
      name: z.string(),
      figures: reportFigures,
      reasons,
      /** Null if there are no data of the period before. */
      before: z.nullable(reportFigures),
    }),
  ),
  /** The rows that are not listed, added up. */
  others: z.nullable(z.object({ rows: z.int(), figures: reportFigures })),
});

export type Report = z.infer<typeof report>;

const clientSheet = z.object({
  ...span,
  /** Without a name if the office has no orders of the client. */
  client: z.object({ id: z.string(), name: z.nullable(z.string()) }),
  office: z.string(),
  company: z.string(),
  /** Failed orders, oldest first, without their recipients. */
  failures: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      day: z.string(),
      district: z.string(),
      reason: z.string(),
      state: z.enum(ORDER_STATE_CODES),
    }),
  ),
});

export type ClientSheet = z.infer<typeof clientSheet>;

const ofPeriod = z.strictObject({ officeId, periodo: z.enum(REPORT_PERIOD_CODES), dia: day });

const asFile = z.extend(ofPeriod, {
  formato: z.enum(codesOf(EXPORT_FORMATS)),
});

const policyOf = (group: ReportGroup) =>
  ({
    access: REPORT_GROUPS[group].access,
    office: { in: 'query', name: 'officeId' },
  }) as const satisfies OperationPolicy;

const file = { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE] } as const;

/** «Informes»: a day, week or month by client, courier or district. The rows decide the module. */
export const reportOperations = {
  'reports.clients': operation('GET', '/api/reports/clients', {
    summary: 'Informe de un día, una semana o un mes por cliente (la puntualidad, con D02)',
    policy: policyOf('cliente'),
    query: ofPeriod,
    response: report,
  }),
  'reports.couriers': operation('GET', '/api/reports/couriers', {
    summary: 'Informe de un día, una semana o un mes por repartidor (la puntualidad, con D02; los montos, con D05)',
    policy: policyOf('repartidor'),
    query: ofPeriod,
    response: report,
  }),
  'reports.districts': operation('GET', '/api/reports/districts', {
    summary:
      'Informe de un día, una semana o un mes por distrito (las órdenes, con D01; la puntualidad, con D02; los montos, con D05)',
    policy: policyOf('distrito'),
    query: ofPeriod,
    response: report,
  }),
  'reports.clientsFile': operation('GET', '/api/reports/clients/file', {
    summary: 'El informe por cliente como archivo CSV o Excel',
    policy: policyOf('cliente'),
    query: asFile,
    response: file,
  }),
  'reports.couriersFile': operation('GET', '/api/reports/couriers/file', {
    summary: 'El informe por repartidor como archivo CSV o Excel',
    policy: policyOf('repartidor'),
    query: asFile,
    response: file,
  }),
  'reports.districtsFile': operation('GET', '/api/reports/districts/file', {
    summary: 'El informe por distrito como archivo CSV o Excel',
    policy: policyOf('distrito'),
    query: asFile,
    response: file,
  }),
  'reports.sheet': operation('GET', '/api/reports/sheet', {
    summary:
      'La ficha de un cliente en un mes: órdenes por día, fallas con su motivo y montos (la puntualidad, con D02)',
    policy: policyOf('cliente'),
    query: z.strictObject({ officeId, cliente: id, dia: day }),
    response: clientSheet,
  }),
};

/** The operations of each kind of rows. */
export const REPORT_OPERATIONS = {
  cliente: { read: 'reports.clients', file: 'reports.clientsFile' },
  repartidor: { read: 'reports.couriers', file: 'reports.couriersFile' },
  distrito: { read: 'reports.districts', file: 'reports.districtsFile' },
} as const satisfies Record<ReportGroup, { read: keyof typeof reportOperations; file: keyof typeof reportOperations }>;
