import { type ModuleCode } from '@despacho/contracts';
import { type Lock, REASONS } from '../rules/locks.ts';
import { moduleLabel } from '../rules/module-label.ts';
import styles from './ModuleCell.module.css';

interface ModuleCellProps {
  module: ModuleCode;
  name: string;
  checked: boolean;
  changed: boolean;
  lock: Lock | null;
  /** `row,column` in the grid. */
  place: string;
  focusable: boolean;
  onToggle: (module: ModuleCode, on: boolean) => void;
  onLocked: (reason: string) => void;
}

/**
 * Checkbox for one user and one module. A locked cell stays focusable so that keyboard users can read the reason.
 * Plain HTML, because an office has thousands of these.
 */
export function ModuleCell(props: ModuleCellProps) {
  const { module, name, checked, changed, lock, place, focusable, onToggle, onLocked } = props;
  return (
    <td className={styles['cell']} title={lock ? REASONS[lock] : undefined}>
      <label className={styles['hit']}>
        <input
          type="checkbox"
          className={styles['box']}
          checked={checked}
          aria-label={`${moduleLabel(module)}, ${name}`}
          aria-disabled={lock ? true : undefined}
          aria-describedby={lock ? `lock-${lock}` : undefined}
          data-changed={changed || undefined}
          data-place={place}
          tabIndex={focusable ? 0 : -1}
          onChange={(event) => {
            if (lock) onLocked(REASONS[lock]);
            else onToggle(module, event.target.checked);
          }}
        />
      </label>
    </td>
  );
}
