import { MODULE_CODES } from '@despacho/contracts';
import { memo } from 'react';
import { classes } from '../../../shared/styles/classes.ts';
import { Mark } from '../../../shared/ui/Mark/Mark.tsx';
import { ModuleCell } from './ModuleCell.tsx';
import styles from './MatrixRow.module.css';
import { PersonCell } from './PersonCell.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import { othersLabel, type RowActions, type RowView } from './row-view.ts';

interface Props extends RowActions {
  row: RowView;
  index: number;
  words: readonly string[];
  /** The column with the grid's focus if it is in this row, else null. */
  focusColumn: number | null;
  open: boolean;
  withOthers: boolean;
  onOpen: (id: string) => void;
}

/** Compares rows by what they show, so that a toggle re-renders one row instead of the whole office. */
function same(before: Props, after: Props): boolean {
  const keys = Object.keys(after) as (keyof Props)[];
  return keys.every((key) =>
    key === 'row'
      ? (Object.keys(after.row) as (keyof RowView)[]).every(
          (part) => part === 'codes' || part === 'others' || before.row[part] === after.row[part],
        )
      : before[key] === after[key],
  );
}

/** One user's row: name, a cell per module, and the details when `open`. */
export const MatrixRow = memo(function MatrixRow(props: Props) {
  const { row, index, words, focusColumn, columnLocks, open, withOthers, onOpen, onToggle, onLocked, onBulkRow } =
    props;
  const codes = row.codes;
  return (
    <>
      <tr
        className={classes(styles['row'], row.edit && styles['changed'], row.changedBy?.fresh && styles['fresh'])}
        aria-rowindex={index + 1}
      >
        <PersonCell
          row={row}
          words={words}
          place={`${index},0`}
          focusable={focusColumn === 0}
          open={open}
          onOpen={onOpen}
        />
        {codes === null ? (
          <td className={styles['unreported']} colSpan={MODULE_CODES.length}>
            El servicio no indica sus permisos
          </td>
        ) : (
          MODULE_CODES.map((module, column) => {
            const pendingValue = row.edit?.changes.get(module);
            return (
              <ModuleCell
                key={module}
                module={module}
                name={row.name}
                checked={pendingValue ?? codes.includes(module)}
                changed={pendingValue !== undefined}
                lock={row.lock ?? columnLocks.get(module) ?? null}
                place={`${index},${column + 1}`}
                focusable={focusColumn === column + 1}
                onToggle={(code, on) => {
                  onToggle(row.id, codes, code, on);
                }}
                onLocked={onLocked}
              />
            );
          })
        )}
        {withOthers && (
          <td className={styles['others']}>{row.others.length > 0 && <Mark>{othersLabel(row.others)}</Mark>}</td>
        )}
      </tr>
      {open && (
        <tr className={styles['details']}>
          <td colSpan={MODULE_CODES.length + (withOthers ? 2 : 1)}>
            <PersonDetails row={row} onBulkRow={onBulkRow} />
          </td>
        </tr>
      )}
    </>
  );
}, same);
