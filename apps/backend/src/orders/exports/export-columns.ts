import {
  COLLECTION_MEANS,
  COLLECTION_MEANS_CODES,
  collectedOf,
  ORDER_CHANGES,
  ORDER_STATES,
  type Payment,
  PLACE_DEGREES,
  PRIORITIES,
} from '@despacho/contracts/dispatch';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { type SheetCell, type SheetColumn } from '#platform/files/xlsx-stream.ts';
import { exactnessOfRow, type OrderRow } from '../order/order-row.ts';

/** Data beyond the order that a cell may need. */
export interface ExportContext {
  timeZone: string;
  /** Names of reasons by code. */
  reasons: ReadonlyMap<string, string>;
}

interface ExportColumn extends SheetColumn {
  cell: (row: OrderRow, context: ExportContext) => SheetCell;
}

const soles = (centimos: number | null): number | null => (centimos === null ? null : centimos / 100);

/** «Efectivo», or «Efectivo + Yape» if paid by several means. */
const meansOf = (payments: readonly Payment[]): string | null =>
  payments.length === 0 ? null : payments.map(({ means }) => COLLECTION_MEANS[means]).join(' + ');

/** Peruvian numbers without country code, as people dial them; a leading plus would look like a formula. */
const dialled = (phone: string | null): string | null => phone?.replace(/^\+51\s*/, '').replace(/^\+\s*/, '00') ?? null;

const moment = (at: Date, { timeZone }: ExportContext): string => {
  const { date, time } = localOf(at, timeZone);
  return `${date} ${time.slice(0, 5)}`;
};

const column = (
  header: string,
  kind: ExportColumn['kind'],
  width: number,
  cell: ExportColumn['cell'],
): ExportColumn => ({ header, kind, width, cell });

/** The columns of an export, in order. The totals of «Cobro» and «Cobrado» equal those of the list. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  column('Código', 'text', 12, ({ code }) => code),
  column('Estado', 'text', 14, ({ state }) => ORDER_STATES[state]),
  column('Cliente', 'text', 28, (row) => row.client_name),
  column('Referencia del cliente', 'text', 22, (row) => row.client_reference),
  column('Guía de remisión', 'text', 18, ({ guide }) => guide),
  column('Destinatario', 'text', 28, ({ recipient }) => recipient),
  column('Teléfono', 'text', 14, ({ phone }) => dialled(phone)),
  column('Dirección', 'text', 34, ({ address }) => address),
  column('Referencia', 'text', 24, ({ reference }) => reference),
  column('Distrito', 'text', 22, ({ ubigeo }) => DISTRICTS.of(ubigeo)?.name ?? ''),
  column('UBIGEO', 'text', 9, ({ ubigeo }) => ubigeo),
  column('Fecha', 'date', 12, ({ date }) => date),
  column('Desde', 'text', 8, (row) => row.window_from),
  column('Hasta', 'text', 8, (row) => row.window_to),
  column('Visita', 'whole', 7, ({ attempt }) => attempt),
  column('Bultos', 'whole', 7, ({ packages }) => packages),
  column('Peso (kg)', 'decimal', 10, (row) => row.weight_grams / 1000),
  column('Repartidor', 'text', 24, (row) => row.courier_name),
  column('Parada', 'whole', 7, ({ sequence }) => sequence),
  column('Cobro (S/)', 'money', 11, (row) => soles(row.collect_due)),
  column('Cobrado (S/)', 'money', 12, ({ payments }) => (payments.length === 0 ? null : soles(collectedOf(payments)))),
  column('Medio de pago', 'text', 14, ({ payments }) => meansOf(payments)),
  ...COLLECTION_MEANS_CODES.map((means) =>
    column(`${COLLECTION_MEANS[means]} (S/)`, 'money', 14, ({ payments }) =>
      soles(payments.find((payment) => payment.means === means)?.amount ?? null),
    ),
  ),
  column('Diferencia', 'text', 22, ({ difference }) => difference),
  column('Motivo', 'text', 26, ({ reason }, { reasons }) => (reason === null ? null : (reasons.get(reason) ?? reason))),
  column('Hora de visita', 'text', 17, ({ closed_at: at }, context) => (at === null ? null : moment(at, context))),
  column('Día de trabajo', 'date', 15, (row) => row.visit_day),
  column('Nota', 'text', 30, ({ note }) => note),
  column('Prioridad', 'text', 10, ({ priority }) => PRIORITIES[priority]),
  column('Latitud', 'decimal', 12, ({ lat }) => lat),
  column('Longitud', 'decimal', 12, ({ lng }) => lng),
  column('Ubicación', 'text', 14, ({ approximate }) => (approximate ? 'Aproximada' : 'Exacta')),
  column('Grado', 'text', 14, (row) => PLACE_DEGREES[exactnessOfRow(row).degree]),
  column('Radio (m)', 'whole', 10, (row) => exactnessOfRow(row).radius),
  column('Creada', 'text', 17, (row, context) => moment(row.created_at, context)),
  column('Último cambio', 'text', 17, (row, context) => moment(row.changed_at, context)),
  column('Cambio', 'text', 18, (row) => ORDER_CHANGES[row.changed_what]),
  column('Cambiada por', 'text', 22, (row) => row.changed_user),
];
