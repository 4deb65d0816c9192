import { type ImportLayout, type ImportPreview } from '@despacho/contracts/dispatch';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { orderCount } from '../../../shared/format/order-count.ts';

/** A file that could be read. */
export type Readable = Extract<ImportPreview, { readable: true }>;

/** What an import of a preview would create: its orders, and the doubtful lines left out of it. */
interface Wanted {
  orders: number;
  leftOut: number;
  broken: number;
}

/** @returns what would be imported. @param included doubtful lines to import. */
export function wantedOf(
  { good, broken, doubtful }: Pick<Readable, 'good' | 'broken' | 'doubtful'>,
  included: ReadonlySet<number>,
): Wanted {
  const leftOut = doubtful.filter(({ line }) => !included.has(line)).length;
  return { orders: good - leftOut, leftOut, broken };
}

/** @returns the label of the import button: how many orders, and whether only part of the file. */
export function importLabel({ orders, leftOut, broken }: Wanted): string {
  if (broken === 0 || leftOut > 0) return `Importar ${orderCount(orders)}`;
  return orders === 1 ? 'Importar la correcta' : `Importar las ${formatNumber(orders)} correctas`;
}

/**
 * @returns the advice after a failed import. Retrying the same import never imports twice; reading the file again
 * starts a new import.
 */
export const retryText = (wanted: Wanted): string =>
  wanted.orders === 0
    ? ''
    : `Nada se importa dos veces si pulsa otra vez «${importLabel(wanted)}». Si lee otra vez el archivo, sería otra importación.`;

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

/** @returns the summary of a file: «300 líneas: 280 correctas, 14 posibles repetidas, 6 con errores». */
export function summaryText({
  lines,
  good,
  broken,
  doubtful,
}: Pick<Readable, 'lines' | 'good' | 'broken' | 'doubtful'>) {
  const right = good - doubtful.length;
  return [
    `${some(lines, 'línea', 'líneas')}: ${right === 0 ? 'ninguna correcta' : some(right, 'correcta', 'correctas')}`,
    ...(doubtful.length === 0 ? [] : [some(doubtful.length, 'posible repetida', 'posibles repetidas')]),
    `${broken === 0 ? 'ninguna' : formatNumber(broken)} con errores`,
  ].join(', ');
}

/** @returns what became of the doubtful lines that were not imported; empty if there were none. */
export function leftOutText(leftOut: number): string {
  if (leftOut === 0) return '';
  return leftOut === 1
    ? 'No se importó 1 línea que parecía repetida.'
    : `No se importaron ${formatNumber(leftOut)} líneas que parecían repetidas.`;
}

/** @returns what became of the imported orders. @param assigned to the couriers that the file names. */
export function waitingText(orders: number, assigned: number): string {
  const waiting = orders - assigned;
  const assignedText =
    assigned === 0 ? '' : `${some(assigned, 'ya tiene', 'ya tienen')} el repartidor que dice el archivo. `;
  if (waiting === 0) return assignedText.trim();
  if (assigned > 0) return `${assignedText}${some(waiting, 'está pendiente', 'están pendientes')} de asignar.`;
  return orders === 1 ? 'Está pendiente de asignar.' : 'Están pendientes de asignar.';
}

/** @returns `2026-11-24` as people in Peru write it: 24/11/2026. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/');

/** @returns a message about an earlier import of the same file: when, by whom, and how many orders. */
export function importedText(imported: NonNullable<Readable['imported']>, timeZone: string): string {
  const { at, by, orders } = imported;
  return `${by.user} ya importó este mismo archivo el ${formatDateTime(at, timeZone)}: ${orderCount(orders)}.`;
}

/** @returns how the file was read: its client, what is remembered, and columns that are not used. */
export function columnsText({ client, date, columns, remembered }: ImportLayout, ignored: readonly string[]): string {
  const isClientRead = columns.some(({ key }) => key === 'client');
  return [
    ...(client === null
      ? []
      : [`${isClientRead ? 'Cliente de las líneas sin cliente' : 'Cliente de todas'}: ${client}.`]),
    ...(date === null ? [] : [`Fecha de las líneas sin fecha: ${formatDay(date)}.`]),
    ...(remembered ? ['Con las columnas que su oficina ya usó para estos títulos.'] : []),
    ignored.length > 0 ? `No se usan estas columnas: ${ignored.join(', ')}.` : 'Se usan todas las columnas.',
  ].join(' ');
}
