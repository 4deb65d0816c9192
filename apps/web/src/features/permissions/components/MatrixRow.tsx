import { MODULE_CODES } from '@despacho/contracts';
import { memo } from 'react';
import { codesOf } from '../rules/pending.ts';
import { classes } from '#shared/styles/classes.ts';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { ModuleCell } from './ModuleCell.tsx';
import styles from './MatrixRow.module.css';
import { PersonCell } from './PersonCell.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import { othersLabel, othersOf, type RowActions, type RowView } from './row-view.ts';

interface Props extends RowActions, RowView {
  index: number;
  words: readonly string[];
  /** The column with the grid's focus if it is in this row, else null. */
  focusColumn: number | null;
  open: boolean;
  withOthers: boolean;
  onOpen: (id: string) => void;
}

/**
 * One user's row: name, a cell per module, and the details when `open`. Its data are separate props, so that a toggle
 * re-renders one row instead of the whole office.
 */
export const MatrixRow = memo(function MatrixRow(props: Props) {
  const { index, words, focusColumn, columnLocks, open, withOthers, onOpen, onToggle, onLocked, onBulkRow, ...row } =
    props;
  const codes = codesOf(row.user);
  const others = othersOf(row.user);
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
                onToggle={(code, on) => onToggle(row.id, codes, code, on)}
                onLocked={onLocked}
              />
            );
          })
        )}
        {withOthers && <td className={styles['others']}>{others.length > 0 && <Mark>{othersLabel(others)}</Mark>}</td>}
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
});
