import { cellFault } from '#platform/files/sheet.ts';
import { plain } from '@despacho/contracts';
import { type Header } from './read-header.ts';

/** Words for what is summed or counted, in the label of a total. */
const SUMMED =
  'general|generales|final|del dia|parcial|bultos|paquetes|cajas|piezas|pedidos|ordenes|entregas|envios|guias|filas|' +
  'lineas|registros|clientes|peso|kg|kilos|cobro|cobros|cobranza|a cobrar|por cobrar|monto|importe|soles|s';

/** «TOTAL», «Sub total», «Total general:», «Suma», «Total de bultos: 25», «Grand total». Not «Total Servicios». */
const LABEL = new RegExp(
  `^(?:(?:(?:sub|gran|grand|suma) ?)?total(?:es)?|suma|sumas|sumatoria|sum|count|cuenta)(?: (?:de |en )?(?:${SUMMED}))*( [\\d ]+)?$`,
);

/** A number or an amount, with any separators: «S/ 1,234.50», «25», «12 kg». */
const FIGURE = /^(?:s\/\.?)?\s*[-(]?\d[\d.,\s]*\)?(?:kgs?\.?|soles|bultos|%)?$/i;

const MAX_LABEL_LENGTH = 60;

const isLabel = (cell: string): boolean => cell.length <= MAX_LABEL_LENGTH && LABEL.test(plain(cell));
const isFigure = (cell: string): boolean => cellFault(cell) !== undefined || FIGURE.test(cell) || cell === '-';

/**
 * @returns whether a row is a total of the rows above: it has a label such as «TOTAL», otherwise only figures, and no
 * address.
 */
export function isTotalRow(cells: readonly string[], { places }: Pick<Header, 'places'>): boolean {
  const filled = cells.map((cell) => cell.trim());
  const address = filled[places.get('address') ?? -1] ?? '';
  return (
    // Most rows end at their first text.
    filled.every((cell) => cell === '' || isFigure(cell) || isLabel(cell)) &&
    filled.some(isLabel) &&
    (address === '' || isLabel(address))
  );
}
