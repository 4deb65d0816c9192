import { type ImportAccounting } from '@despacho/contracts/dispatch';
import { classes } from '#shared/styles/classes.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import styles from './AccountingFigures.module.css';

type Figure = Exclude<keyof ImportAccounting, 'read'>;

/** By importance. Imported rows and rows with errors are always shown, the others only if there are any. */
const LABELS: readonly (readonly [figure: Figure, one: string, many: string])[] = [
  ['imported', 'en órdenes', 'en órdenes'],
  ['errors', 'con errores', 'con errores'],
  ['repeated', 'repetida', 'repetidas'],
  ['takenOut', 'quitada', 'quitadas'],
  ['hidden', 'oculta o tachada', 'ocultas o tachadas'],
  ['totals', 'total', 'totales'],
  ['titles', 'de título', 'de títulos'],
  ['blank', 'en blanco', 'en blanco'],
];

const ALWAYS: readonly Figure[] = ['imported', 'errors'];

/** How the rows of a file add up: «12 filas leídas = 8 en órdenes + 2 con errores + 1 total + 1 de título». */
export function AccountingFigures({ accounting }: { accounting: ImportAccounting }) {
  const shown = LABELS.filter(([figure]) => accounting[figure] > 0 || ALWAYS.includes(figure));
  return (
    <section aria-label="Cuenta de filas" className={styles['figures']}>
      <p className={styles['figure']}>
        <strong>{formatNumber(accounting.read)}</strong>
        <span>{accounting.read === 1 ? 'fila leída' : 'filas leídas'}</span>
      </p>
      {shown.map(([figure, one, many], index) => (
        <p
          key={figure}
          className={classes(styles['figure'], styles[figure], accounting[figure] === 0 && styles['none'])}
        >
          <span className={styles['sign']}>{index === 0 ? '=' : '+'}</span>
          <strong>{formatNumber(accounting[figure])}</strong>
          <span>{accounting[figure] === 1 ? one : many}</span>
        </p>
      ))}
    </section>
  );
}
