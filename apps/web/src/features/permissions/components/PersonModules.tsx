import { MODULE_CODES, MODULES } from '@despacho/contracts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router-dom';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { REASONS } from '../rules/locks.ts';
import { moduleLabel } from '../rules/module-label.ts';
import { codesOf } from '../rules/pending.ts';
import { PersonDetails } from './PersonDetails.tsx';
import styles from './PersonModules.module.css';
import { RowStatus } from './RowStatus.tsx';
import { othersLabel, othersOf, type RowActions, type RowView } from './row-view.ts';

interface Props extends RowActions {
  row: RowView;
  backHref: string;
}

/** One user's modules as switches, for phones. */
export function PersonModules({ row, columnLocks, backHref, onToggle, onLocked, onBulkRow }: Props) {
  const codes = codesOf(row.user);
  const others = othersOf(row.user);
  return (
    <article aria-labelledby="persona">
      <Link to={backHref} className={styles['back']}>
        <ArrowLeft size={18} aria-hidden="true" />
        Usuarios
      </Link>
      <header className={styles['header']}>
        <h2 id="persona" className={styles['name']}>
          {row.name}
        </h2>
        <RowStatus row={row} />
        {others.length > 0 && <Mark>{othersLabel(others)}</Mark>}
      </header>
      {codes === null ? (
        <p className={styles['unreported']}>El servicio no indica sus permisos</p>
      ) : (
        <ul className={styles['switches']} aria-label={`Módulos de ${row.name}`}>
          {MODULE_CODES.map((module) => {
            const pendingValue = row.edit?.changes.get(module);
            const on = pendingValue ?? codes.includes(module);
            const lock = row.lock ?? columnLocks.get(module);
            return (
              <li key={module}>
                <button
                  type="button"
                  role="switch"
                  className={styles['switch']}
                  aria-checked={on}
                  aria-disabled={lock ? true : undefined}
                  data-changed={pendingValue !== undefined || undefined}
                  onClick={() => {
                    if (lock) onLocked(REASONS[lock]);
                    else onToggle(row.id, codes, module, !on);
                  }}
                >
                  <span className={styles['code']}>{module}</span>
                  <span className={styles['module']}>
                    {moduleLabel(module)}
                    <span className={styles['section']}>
                      {lock ? REASONS[lock] : MODULES[module].section}
                      {pendingValue !== undefined && ' · sin guardar'}
                    </span>
                  </span>
                  <span className={styles['track']} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <PersonDetails row={row} onBulkRow={onBulkRow} />
    </article>
  );
}
