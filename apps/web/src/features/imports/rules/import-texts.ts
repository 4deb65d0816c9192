import { type ImportPreview } from '@despacho/contracts/dispatch';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { orderCount } from '../../../shared/format/order-count.ts';

type Readable = Extract<ImportPreview, { readable: true }>;

/** @returns the label of the import button: how many orders, and whether only part of the file. */
export function importLabel({ good, broken }: Pick<Readable, 'good' | 'broken'>): string {
  if (broken === 0) return `Importar ${orderCount(good)}`;
  return good === 1 ? 'Importar la correcta' : `Importar las ${formatNumber(good)} correctas`;
}

/**
 * @returns the advice after a failed import. Retrying the same import never imports twice; reading the file again
 * starts a new import.
 */
export const retryText = (preview: Pick<Readable, 'good' | 'broken'>): string =>
  preview.good === 0
    ? ''
    : `Nada se importa dos veces si pulsa otra vez «${importLabel(preview)}». Si lee otra vez el archivo, sería otra importación.`;

/** @returns the summary of a file: «300 líneas: 294 correctas, 6 con errores». */
export function summaryText({ lines, good, broken }: Pick<Readable, 'lines' | 'good' | 'broken'>): string {
  const all = lines === 1 ? '1 línea' : `${formatNumber(lines)} líneas`;
  const right = good === 0 ? 'ninguna correcta' : good === 1 ? '1 correcta' : `${formatNumber(good)} correctas`;
  return broken === 0
    ? `${all}: ${right}, ninguna con errores`
    : `${all}: ${right}, ${formatNumber(broken)} con errores`;
}

/** @returns a text about an earlier import of the same file: when, by whom, and how many orders. */
export function importedText(imported: NonNullable<Readable['imported']>, timeZone: string): string {
  const { at, by, orders } = imported;
  return `${by.user} ya importó este mismo archivo el ${formatDateTime(at, timeZone)}: ${orderCount(orders)}.`;
}
