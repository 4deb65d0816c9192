import { formatNumber } from '#shared/format/format-number.ts';
import { MAX_PRINTED, useIsPrinted } from '#shared/state/printing.ts';

interface Props {
  /** Loaded rows. */
  count: number;
  hasMore?: boolean;
  /** How to get the whole list. */
  rest?: string;
}

/** Printed below a list of which only the first rows are printed. */
export function PrintedRows({ count, hasMore = false, rest = 'la lista entera se descarga con «Exportar»' }: Props) {
  const isPrinted = useIsPrinted();
  if (!isPrinted || (!hasMore && count <= MAX_PRINTED)) return null;
  return (
    <p>
      Se imprimen las primeras {formatNumber(Math.min(count, MAX_PRINTED))} filas; {rest}.
    </p>
  );
}
