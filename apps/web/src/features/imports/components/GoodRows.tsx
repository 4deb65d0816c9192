import { districtOf } from '../../../shared/districts/districts.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { formatSoles } from '../../../shared/format/format-soles.ts';
import { formatDay } from '../rules/import-texts.ts';
import { type GoodRow } from '../rules/preview-rows.ts';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';

/** Enough rows to check that each column was recognised. */
const MAX_SHOWN = 50;

/** Table of the orders to import, as parsed. */
export function GoodRows({ rows }: { rows: readonly GoodRow[] }) {
  return (
    <section aria-label="Líneas correctas">
      <h3 className={styles['title']}>Se importarán</h3>
      <LinesTable
        label="Tabla de líneas correctas"
        headings={['Línea', 'Cliente', 'Destinatario', 'Dirección', 'Fecha', 'Cobro']}
        className={styles['wide']}
      >
        {rows.slice(0, MAX_SHOWN).map(({ line, client, recipient, address, ubigeo, date, window, collectDue }) => (
          <tr key={line}>
            <td data-label="Línea">{line}</td>
            <td>{client}</td>
            <td data-label="Para">{recipient}</td>
            <td>
              {address}, {districtOf(ubigeo)?.name ?? ubigeo}
            </td>
            <td data-label="Entrega" className={styles['whole']}>
              {formatDay(date)}
              {window && <p className={styles['remedy']}>{`${window.from}–${window.to}`}</p>}
            </td>
            <td data-label={collectDue === null ? undefined : 'Cobro'} className={styles['figure']}>
              {collectDue === null ? '' : formatSoles(collectDue)}
            </td>
          </tr>
        ))}
      </LinesTable>
      {rows.length > MAX_SHOWN && <p className={styles['more']}>Y {formatNumber(rows.length - MAX_SHOWN)} más.</p>}
    </section>
  );
}
