import { useState } from 'react';
import { districtOf } from '#shared/districts/districts.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { useRovingFocus } from '#shared/hooks/use-roving-focus.ts';
import { classes } from '#shared/styles/classes.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { formatDay } from '../rules/import-texts.ts';
import { type GoodRow } from '../rules/preview-rows.ts';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';
import { TakeOut } from './TakeOut.tsx';

/** Enough rows to check that each column was recognised. */
const FIRST_SHOWN = 50;
const MORE_SHOWN = 500;

interface Props {
  rows: readonly GoodRow[];
  disabled: boolean;
  onTakeOut: (line: number) => void;
}

/** Table of the orders to import, as parsed. */
export function GoodRows({ rows, disabled, onTakeOut }: Props) {
  const [shown, setShown] = useState(FIRST_SHOWN);
  // One tab stop: «Importar» is behind the buttons of up to hundreds of lines.
  const { list, itemAt } = useRovingFocus(Math.min(rows.length, shown));
  return (
    <section aria-label="Líneas correctas">
      <h3 className={styles['title']}>Se importarán</h3>
      <LinesTable
        label="Tabla de líneas correctas"
        headings={['Línea', 'Cliente', 'Destinatario', 'Dirección', 'Fecha', 'Cobro', 'Quitar']}
        className={classes(styles['wide'], styles['amounts'])}
        bodyProps={list}
      >
        {rows.slice(0, shown).map(({ line, client, recipient, address, ubigeo, date, window, collectDue }, place) => (
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
            <td className={styles['out']}>
              <TakeOut {...itemAt(place)} line={line} disabled={disabled} onTakeOut={() => onTakeOut(line)} />
            </td>
          </tr>
        ))}
      </LinesTable>
      {rows.length > shown && (
        <p className={styles['more']}>
          Y {formatNumber(rows.length - shown)} más.{' '}
          <Button size="sm" onClick={() => setShown(shown + MORE_SHOWN)}>
            Mostrar más
          </Button>
        </p>
      )}
    </section>
  );
}
