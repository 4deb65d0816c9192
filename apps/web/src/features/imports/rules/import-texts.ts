import { type ImportLayout, type ImportReceipt } from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { type Readable, type ChosenLines } from './import-choices.ts';
import { linesText } from './lines-text.ts';

/** Maximum number of line ranges shown; the download has all of them. */
const MAX_RUNS = 12;

/** @returns the label of the import button: how many orders, and whether only part of the file. */
export function importLabel({ imported, repeated, errors, takenOut }: ChosenLines): string {
  if (errors === 0 || repeated > 0 || takenOut > 0) return `Importar ${orderCount(imported)}`;
  return imported === 1 ? 'Importar la correcta' : `Importar las ${formatNumber(imported)} correctas`;
}

/**
 * @returns the advice after a failed import. Retrying the same import never imports twice; reading the file again
 * starts a new import.
 */
export const retryText = (chosen: ChosenLines): string =>
  chosen.imported === 0
    ? ''
    : `Nada se importa dos veces si presiona otra vez «${importLabel(chosen)}». Si lee otra vez el archivo, sería otra importación.`;

/** @returns the summary of a file: «300 líneas: 280 correctas, 14 posibles repetidas, 6 con errores». */
export function summaryText({
  lines,
  good,
  broken,
  doubtful,
}: Pick<Readable, 'lines' | 'good' | 'broken' | 'doubtful'>) {
  const right = good - doubtful.length;
  return [
    `${countText(lines, 'línea', 'líneas')}: ${right === 0 ? 'ninguna correcta' : countText(right, 'correcta', 'correctas')}`,
    ...(doubtful.length === 0 ? [] : [countText(doubtful.length, 'posible repetida', 'posibles repetidas')]),
    `${broken === 0 ? 'ninguna' : formatNumber(broken)} con errores`,
  ].join(', ');
}

/** @returns a number of rows in words: «1 fila», «12 filas». */
export const rowCount = (count: number): string => countText(count, 'fila', 'filas');

/**
 * @param isRead null while nobody has decided.
 * @returns that columns are hidden: «La columna «Cobro» está oculta en el archivo y se lee.»
 */
export function hiddenColumnsText(names: readonly string[], isRead: boolean | null = true): string {
  const isOne = names.length === 1;
  const are = isOne
    ? `La columna «${names[0] ?? ''}» está oculta`
    : `Las columnas «${names.join('», «')}» están ocultas`;
  const read = isRead === null ? '' : ` y ${isRead ? '' : 'no '}se ${isOne ? 'lee' : 'leen'}`;
  return `${are} en el archivo${read}.`;
}

/** @returns which lines were not imported and why; empty if all were. */
export function notImportedText({ errors, repeated, takenOut, hidden }: ImportReceipt['notImported']): string {
  const reasons = [
    ['con errores', errors],
    [repeated.length === 1 ? 'parecía repetida' : 'parecían repetidas', repeated],
    [takenOut.length === 1 ? 'quitada' : 'quitadas', takenOut],
    [hidden.length === 1 ? 'oculta o tachada' : 'ocultas o tachadas', hidden],
  ] as const;
  const parts = reasons
    .filter(([, lines]) => lines.length > 0)
    .map(([reason, lines]) => `${reason}: ${lines.length === 1 ? 'línea' : 'líneas'} ${linesText(lines, MAX_RUNS)}`);
  const count = errors.length + repeated.length + takenOut.length + hidden.length;
  if (count === 0) return '';
  return `${count === 1 ? 'No se importó 1 línea' : `No se importaron ${formatNumber(count)} líneas`} (${parts.join('; ')}).`;
}

/** @returns which rows were recognised as totals; empty if none was. */
export function totalsText(totals: readonly number[]): string {
  if (totals.length === 0) return '';
  const lines = linesText(totals, MAX_RUNS);
  return totals.length === 1 ? `La fila ${lines} es un total.` : `Las filas ${lines} son totales.`;
}

/** @returns the sheets with their rows: ««Lima» (40 filas) y «Notas» (oculta, 5 filas)». */
export function sheetsText(sheets: readonly { name: string; rows: number; hidden?: boolean }[]): string {
  const texts = sheets.map(({ name, rows, hidden }) => `«${name}» (${hidden ? 'oculta, ' : ''}${rowCount(rows)})`);
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} y ${last}`;
}

/** @returns what became of the imported orders. @param assigned to the couriers that the file names. */
export function waitingText(orders: number, assigned: number): string {
  const waiting = orders - assigned;
  const assignedText =
    assigned === 0 ? '' : `${countText(assigned, 'ya tiene', 'ya tienen')} el repartidor que dice el archivo. `;
  if (waiting === 0) return assignedText.trim();
  if (assigned > 0) return `${assignedText}${countText(waiting, 'está pendiente', 'están pendientes')} de asignar.`;
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
