import { type DoubtfulLine } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderPath } from '#features/orders/rules/orders-path.ts';
import { useSession } from '#features/session/state/session.ts';
import { useHref } from 'react-router-dom';
import { type GoodRow } from '../rules/preview-rows.ts';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';
import { formatDay } from '../rules/import-texts.ts';

/** With more lines than this, one switch applies to all of them. */
const MAX_SHOWN = 200;

interface Props {
  doubtful: readonly DoubtfulLine[];
  rowOf: ReadonlyMap<number, GoodRow>;
  included: ReadonlySet<number>;
  officeId: string;
  disabled: boolean;
  onInclude: (lines: ReadonlySet<number>) => void;
}

/** Lines that resemble an order, each with a switch to import it anyway. */
export function DoubtfulRows({ doubtful, rowOf, included, officeId, disabled, onInclude }: Props) {
  const all = included.size === doubtful.length;
  const toggle = (line: number): void => {
    const lines = new Set(included);
    if (!lines.delete(line)) lines.add(line);
    onInclude(lines);
  };
  return (
    <section aria-label="Posibles repetidas">
      <h3 className={styles['title']}>Posibles repetidas</h3>
      <p className={styles['note']}>
        Mismo cliente, destinatario, dirección, fecha y cobro que otra orden. No se importan, salvo las que usted
        marque.
      </p>
      {doubtful.length > 1 && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={all}
            disabled={disabled}
            ref={(box) => {
              if (box) box.indeterminate = included.size > 0 && !all;
            }}
            onChange={() => onInclude(new Set(all ? [] : doubtful.map(({ line }) => line)))}
          />
          Importar las {formatNumber(doubtful.length)} de todos modos
        </label>
      )}
      <LinesTable
        label="Tabla de posibles repetidas"
        headings={['Línea', 'Destinatario', 'Dirección y fecha', 'Se parece a', 'Importar']}
      >
        {doubtful.slice(0, MAX_SHOWN).map((each) => (
          <tr key={each.line}>
            <td data-label="Línea">{each.line}</td>
            <td>{rowOf.get(each.line)?.recipient}</td>
            <td>
              {rowOf.get(each.line)?.address}
              <p className={styles['remedy']}>{formatDay(rowOf.get(each.line)?.date ?? '')}</p>
            </td>
            <td data-label="Se parece a" className={styles['whole']}>
              <Resembled of={each} officeId={officeId} />
            </td>
            <td>
              <label className={styles['check']}>
                <input
                  type="checkbox"
                  aria-label={`Importar la línea ${each.line}`}
                  checked={included.has(each.line)}
                  disabled={disabled}
                  onChange={() => toggle(each.line)}
                />
              </label>
            </td>
          </tr>
        ))}
      </LinesTable>
      {doubtful.length > MAX_SHOWN && (
        <p className={styles['more']}>Y {formatNumber(doubtful.length - MAX_SHOWN)} más.</p>
      )}
    </section>
  );
}

/** Opens in another tab: the preview would be lost otherwise. */
function Resembled({ of, officeId }: { of: DoubtfulLine; officeId: string }) {
  const me = useSession();
  const href = useHref(of.as === 'order' ? orderPath({ id: of.id, officeId }, me) : '');
  if (of.as === 'line') return <>la línea {of.first}</>;
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className={styles['code']}
        aria-label={`${of.code}, en otra pestaña`}
      >
        {of.code}
      </a>
      {of.movedTo !== undefined && <p className={styles['remedy']}>reprogramada: {formatDay(of.movedTo)}</p>}
    </>
  );
}
