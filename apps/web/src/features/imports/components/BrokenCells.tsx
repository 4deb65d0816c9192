import Pencil from 'lucide-react/icons/pencil';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { classes } from '#shared/styles/classes.ts';
import { lineCount } from '../rules/lines-text.ts';
import { type BrokenCell, equalLines } from '../rules/preview-rows.ts';
import { type Import } from '../state/use-import.ts';
import styles from './ImportPreviewed.module.css';
import { LinesTable } from './LinesTable.tsx';
import { TakeOut } from './TakeOut.tsx';
import { TakeSuggestion } from './TakeSuggestion.tsx';

/** Maximum number of cells shown. With more errors, fixing the downloaded lines is easier. */
const MAX_SHOWN = 200;

interface Props {
  cells: readonly BrokenCell[];
  work: Pick<Import, 'fix' | 'isFixing' | 'isImporting'>;
  onTakeOut: (line: number) => void;
}

/** Table of invalid cells with line, content and remedy. Each can be fixed here. */
export function BrokenCells({ cells, work, onTakeOut }: Props) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The fixed cell has gone with the focus: the next one takes it.
    if (document.activeElement !== document.body) return;
    const next =
      section.current?.querySelector<HTMLElement>('tbody [data-cell], tbody button') ??
      section.current?.querySelector('p');
    next?.focus();
  }, [cells]);
  return (
    <section ref={section} aria-label="Líneas con errores">
      <h3 className={styles['title']}>Por corregir</h3>
      {cells.length === 0 ? (
        <p tabIndex={-1} role="status" className={styles['note']}>
          Ya no hay líneas con errores.
        </p>
      ) : (
        <LinesTable
          label="Tabla de líneas con errores"
          headings={['Línea', 'Destinatario', 'Columna', 'En el archivo', 'Qué pasa y qué hacer', 'Quitar']}
          className={styles['wide']}
          isBusy={work.isFixing}
        >
          {cells.slice(0, MAX_SHOWN).map((cell) => (
            <Row key={`${cell.line} ${cell.column}`} cell={cell} cells={cells} work={work} onTakeOut={onTakeOut} />
          ))}
        </LinesTable>
      )}
      {cells.length > MAX_SHOWN && (
        <p className={styles['more']}>
          Y {formatNumber(cells.length - MAX_SHOWN)} más: descargue las líneas con errores para verlas todas.
        </p>
      )}
    </section>
  );
}

function Row({ cell, cells, work, onTakeOut }: Props & { cell: BrokenCell }) {
  const { line, recipient, address, isFirst, key, column, value, reason, remedy, suggestion } = cell;
  const equal = suggestion === null ? [] : equalLines(cells, cell);
  return (
    <tr className={classes(!isFirst && styles['further'])}>
      <td data-label="Línea">{line}</td>
      <td>
        {isFirst && (
          <>
            {recipient}
            <p className={styles['remedy']}>{address}</p>
          </>
        )}
      </td>
      <td>{column}</td>
      <td data-label="En el archivo" className={styles['content']}>
        {key === null ? (
          value
        ) : (
          <Cell
            key={value}
            label={`${column} de la línea ${line}`}
            value={value}
            onFix={(text) => work.fix({ column: key, value: text, lines: [line] })}
          />
        )}
      </td>
      <td>
        {reason}
        {suggestion === null || key === null ? (
          <p className={styles['remedy']}>{remedy}</p>
        ) : (
          <p>
            <TakeSuggestion
              suggestion={suggestion}
              count={equal.length > 1 && lineCount(equal.length)}
              onTake={() => work.fix({ column: key, value: suggestion, lines: equal })}
            />
          </p>
        )}
      </td>
      <td className={styles['out']}>
        {isFirst && <TakeOut line={line} disabled={work.isImporting} onTakeOut={() => onTakeOut(line)} />}
      </td>
    </tr>
  );
}

interface CellProps {
  label: string;
  value: string;
  onFix: (text: string) => void;
}

/** A `ref` that focuses the input and selects its text. */
function selectOnMount(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** The text of a cell; a click makes it an input. Enter or leaving the input saves, Esc cancels. */
function Cell({ label, value, onFix }: CellProps) {
  const [isEditing, setEditing] = useState(false);
  if (!isEditing)
    return (
      <button
        type="button"
        className={styles['cell']}
        data-cell
        aria-label={`Corregir ${label}: ${value === '' ? 'vacío' : value}`}
        onClick={() => setEditing(true)}
      >
        {value === '' ? '(vacío)' : value}
        <Pencil size={14} aria-hidden="true" />
      </button>
    );
  const leave = (text: string): void => {
    setEditing(false);
    if (text !== value) onFix(text);
  };
  return (
    <input
      // The person has just clicked the text it replaces.
      ref={selectOnMount}
      className={styles['input']}
      aria-label={label}
      defaultValue={value}
      maxLength={1000}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave(event.currentTarget.value);
        if (event.key !== 'Escape') return;
        // Otherwise it would close the window.
        event.preventDefault();
        leave(value);
      }}
      onBlur={({ target }) => leave(target.value)}
    />
  );
}
