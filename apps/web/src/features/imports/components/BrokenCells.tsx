import { formatNumber } from '../../../shared/format/format-number.ts';
import { classes } from '../../../shared/styles/classes.ts';
import { type BrokenCell } from '../rules/preview-rows.ts';
import styles from './ImportPreviewed.module.css';

/** Maximum number of cells shown. With more errors, fixing the downloaded lines is easier. */
const MAX_SHOWN = 200;

/** Table of invalid cells with line, content and remedy. */
export function BrokenCells({ cells }: { cells: readonly BrokenCell[] }) {
  return (
    <section aria-label="Líneas con errores">
      <h3 className={styles['title']}>Por corregir</h3>
      <div className={styles['scroll']} role="region" aria-label="Tabla de líneas con errores" tabIndex={0}>
        <table className={classes(styles['table'], styles['narrow'], styles['stacked'])}>
          <thead>
            <tr>
              <th scope="col">Línea</th>
              <th scope="col">Columna</th>
              <th scope="col">En el archivo</th>
              <th scope="col">Qué pasa y qué hacer</th>
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, MAX_SHOWN).map(({ line, column, value, reason, remedy }) => (
              <tr key={`${line} ${column}`}>
                <td data-label="Línea">{line}</td>
                <td>{column}</td>
                <td data-label="En el archivo" className={styles['content']}>
                  {value === '' ? '(vacío)' : value}
                </td>
                <td>
                  {reason}
                  <p className={styles['remedy']}>{remedy}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cells.length > MAX_SHOWN && (
        <p className={styles['more']}>
          Y {formatNumber(cells.length - MAX_SHOWN)} más: descargue las líneas con errores para verlas todas.
        </p>
      )}
    </section>
  );
}
