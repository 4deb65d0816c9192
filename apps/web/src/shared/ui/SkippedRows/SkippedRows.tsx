import { type QueryKey, useQuery } from '@tanstack/react-query';
import { skippedRowsQuery } from '../../queries/skipped-rows.ts';
import { formatNumber } from '../../format/format-number.ts';
import styles from './SkippedRows.module.css';

/** Shows how many rows of a list are hidden because their host sent no id; renders nothing for none. */
export function SkippedRows({ list }: { list: QueryKey }) {
  const { data: rows = 0 } = useQuery(skippedRowsQuery(list));
  if (rows === 0) return null;
  return (
    <p role="note" className={styles['note']}>
      {rows === 1
        ? 'El servicio envió 1 fila sin identificador, que no se muestra. Avise al administrador de su oficina.'
        : `El servicio envió ${formatNumber(rows)} filas sin identificador, que no se muestran. Avise al administrador de su oficina.`}
    </p>
  );
}
