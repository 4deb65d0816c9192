import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type Readable } from '../rules/import-choices.ts';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';

const MAX_SHOWN = 200;

interface Props {
  rows: Readable['rows'];
  disabled: boolean;
  onPutBack: (lines: readonly number[]) => void;
}

/** Lines that the person took out, each with a way back. */
export function TakenOutRows({ rows, disabled, onPutBack }: Props) {
  return (
    <section aria-label="Quitadas">
      <div className={styles['columns']}>
        <h3 className={styles['title']}>Quitadas</h3>
        {rows.length > 1 && (
          <Button size="sm" disabled={disabled} onClick={() => onPutBack(rows.map(({ line }) => line))}>
            Devolver las {formatNumber(rows.length)}
          </Button>
        )}
      </div>
      <LinesTable label="Tabla de líneas quitadas" headings={['Línea', 'Destinatario', 'Dirección', 'Devolver']}>
        {rows.slice(0, MAX_SHOWN).map(({ line, recipient, address }) => (
          <tr key={line}>
            <td data-label="Línea">{line}</td>
            <td>{recipient}</td>
            <td>{address}</td>
            <td>
              <Button
                size="sm"
                disabled={disabled}
                aria-label={`Devolver la línea ${line}`}
                onClick={() => onPutBack([line])}
              >
                Devolver
              </Button>
            </td>
          </tr>
        ))}
      </LinesTable>
      {rows.length > MAX_SHOWN && <p className={styles['more']}>Y {formatNumber(rows.length - MAX_SHOWN)} más.</p>}
    </section>
  );
}
