import { type OrderSort } from '@despacho/contracts/dispatch';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { classes } from '#shared/styles/classes.ts';
import { type RovingItem, useRovingFocus } from '#shared/hooks/use-roving-focus.ts';
import { type ColumnKey, COLUMNS, sortOfColumn } from '../rules/columns.ts';
import styles from './GridHeader.module.css';
import parts from './GridParts.module.css';

interface Props {
  columns: readonly ColumnKey[];
  isCard: boolean;
  sort: OrderSort;
  onSort: (sort: OrderSort) => void;
  chosen: 'all' | 'some' | 'none';
  /** Number of orders, as text. */
  count: string;
  isBusy: boolean;
  onAll: () => void;
}

/** The table's header, a single tab stop: column titles, sorting, and the select-all checkbox. */
export function GridHeader({ columns, isCard, sort, onSort, chosen, count, isBusy, onAll }: Props) {
  const sorting = isCard ? [] : columns.filter((column) => sortOfColumn(column) !== undefined);
  const { list, itemAt } = useRovingFocus(1 + sorting.length, { axis: 'row' });
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={classes(parts['tracks'], styles['head'], isCard && styles['headCard'])}
      {...list}
    >
      <div role="columnheader" className={parts['check']}>
        <button
          type="button"
          role="checkbox"
          {...itemAt(0)}
          aria-checked={chosen === 'some' ? 'mixed' : chosen === 'all'}
          aria-label="Seleccionar todas las órdenes del resultado"
          aria-busy={isBusy || undefined}
          title="Seleccionar todas (Ctrl+A)"
          className={styles['boxButton']}
          onClick={onAll}
        >
          <span className={parts['box']} data-on={chosen !== 'none' || undefined}>
            {chosen === 'all' && <Check size={13} strokeWidth={3} aria-hidden="true" />}
            {chosen === 'some' && <Minus size={13} strokeWidth={3} aria-hidden="true" />}
          </span>
        </button>
      </div>
      {isCard ? (
        <div role="columnheader" className={parts['cell']}>
          {count}
        </div>
      ) : (
        columns.map((column) => (
          <ColumnHead
            key={column}
            column={column}
            roving={itemAt(1 + sorting.indexOf(column))}
            sort={sort}
            onSort={onSort}
          />
        ))
      )}
    </div>
  );
}

interface ColumnHeadProps extends Pick<Props, 'sort' | 'onSort'> {
  column: ColumnKey;
  roving: RovingItem;
}

function ColumnHead({ column, roving, sort, onSort }: ColumnHeadProps) {
  const { label } = COLUMNS[column];
  const by = sortOfColumn(column);
  if (by === undefined) {
    return (
      <div role="columnheader" className={classes(parts['cell'], parts[column])}>
        {label}
      </div>
    );
  }
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  return (
    <div role="columnheader" aria-sort={direction} className={classes(parts['cell'], parts[column], styles['sorting'])}>
      <button
        type="button"
        {...roving}
        className={styles['sort']}
        onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}
      >
        <span className={styles['sortName']}>{label}</span>
        {direction === 'ascending' && <ArrowUp size={14} aria-hidden="true" />}
        {direction === 'descending' && <ArrowDown size={14} aria-hidden="true" />}
      </button>
    </div>
  );
}
