import { type ImportPreview } from '@despacho/contracts/dispatch';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { orderCount } from '../../../shared/format/order-count.ts';

type Readable = Extract<ImportPreview, { readable: true }>;

/** @returns what the button says that imports: how many, and that there are others. */
export function importLabel({ good, broken }: Pick<Readable, 'good' | 'broken'>): string {
  if (broken === 0) return `Importar ${orderCount(good)}`;
  return good === 1 ? 'Importar la correcta' : `Importar las ${formatNumber(good)} correctas`;
}

/**
 * @returns what can be done after an import failed: the same one again is done once at most, the file read again is
 * another one.
 */
export const retryText = (preview: Pick<Readable, 'good' | 'broken'>): string =>
  preview.good === 0
    ? ''
    : `Nada se importa dos veces si pulsa otra vez «${importLabel(preview)}». Si lee otra vez el archivo, sería otra importación.`;

/** @returns what a file comes to: «300 líneas: 294 correctas, 6 con errores». */
export function summaryText({ lines, good, broken }: Pick<Readable, 'lines' | 'good' | 'broken'>): string {
  const all = lines === 1 ? '1 línea' : `${formatNumber(lines)} líneas`;
  const right = good === 0 ? 'ninguna correcta' : good === 1 ? '1 correcta' : `${formatNumber(good)} correctas`;
  return broken === 0
    ? `${all}: ${right}, ninguna con errores`
    : `${all}: ${right}, ${formatNumber(broken)} con errores`;
}

/** @returns that the same file was imported before: when, by whom, and what came of it. */
export function importedText(imported: NonNullable<Readable['imported']>, timeZone: string): string {
  const { at, by, orders } = imported;
  return `${by.user} ya importó este mismo archivo el ${formatDateTime(at, timeZone)}: ${orderCount(orders)}.`;
}
