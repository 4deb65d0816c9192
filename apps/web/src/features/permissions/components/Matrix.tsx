import { MODULE_CODES, type ModuleCode } from '@despacho/contracts';
import { useState } from 'react';
import { useLatestCallback } from '#shared/hooks/use-latest-callback.ts';
import { REASONS } from '../rules/locks.ts';
import { useGridFocus } from '../state/use-grid-focus.ts';
import { ColumnHeader } from './ColumnHeader.tsx';
import styles from './Matrix.module.css';
import { MatrixRow } from './MatrixRow.tsx';
import { othersOf, type RowActions, type RowView } from './row-view.ts';

interface MatrixProps extends RowActions {
  rows: readonly RowView[];
  words: readonly string[];
  /** How many cells of a column would change to `on`, among the rows shown. */
  bulkSize: (module: ModuleCode, on: boolean) => number;
  onBulkColumn: (module: ModuleCode, on: boolean) => void;
}

/** Matrix of users × modules, a WAI-ARIA grid: arrows move, Space toggles, Enter opens a person or a column. */
export function Matrix({ rows, words, bulkSize, onBulkColumn, ...actions }: MatrixProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const toggleOpen = useLatestCallback((id: string) => setOpenId((now) => (now === id ? null : id)));
  const { place, ...handlers } = useGridFocus({ rows: rows.length + 1, columns: MODULE_CODES.length + 1 });
  const withOthers = rows.some(({ user }) => othersOf(user).length > 0);
  return (
    <div className={styles['frame']}>
      {Object.entries(REASONS).map(([lock, reason]) => (
        <span key={lock} id={`lock-${lock}`} hidden>
          {reason}
        </span>
      ))}
      <table
        className={styles['matrix']}
        role="grid"
        aria-label="Permisos por usuario"
        aria-rowcount={rows.length + 1}
        data-others={withOthers || undefined}
        {...handlers}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles['corner']}>
              Usuario
            </th>
            {MODULE_CODES.map((module, column) => (
              <ColumnHeader
                key={module}
                module={module}
                place={`0,${column + 1}`}
                focusable={place.row === 0 && place.column === column + 1}
                locked={actions.columnLocks.has(module)}
                givable={bulkSize(module, true)}
                takable={bulkSize(module, false)}
                onBulk={onBulkColumn}
              />
            ))}
            {withOthers && (
              <th scope="col" className={styles['corner']}>
                Otros
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <MatrixRow
              key={row.id}
              {...actions}
              {...row}
              index={index + 1}
              words={words}
              focusColumn={place.row === index + 1 ? place.column : null}
              open={openId === row.id}
              withOthers={withOthers}
              onOpen={toggleOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
