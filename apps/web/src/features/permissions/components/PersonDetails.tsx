import { FieldValue } from '#shared/fields/FieldValue.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { REASONS } from '../rules/locks.ts';
import { userFields } from '../rules/user-fields.ts';
import { EndSessions } from './EndSessions.tsx';
import styles from './PersonDetails.module.css';
import { othersOf, type RowView } from './row-view.ts';

interface Props {
  row: RowView;
  onBulkRow: (id: string, on: boolean) => void;
}

/** All fields of a user, and bulk actions for their row. */
export function PersonDetails({ row, onBulkRow }: Props) {
  const others = othersOf(row.user);
  return (
    <div className={styles['details']}>
      <dl className={styles['fields']}>
        {userFields(row.user).map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <FieldValue value={value} />
            </dd>
          </div>
        ))}
        {others.length > 0 && (
          <div>
            <dt>Otros códigos, que se conservan</dt>
            <dd>{others.join(', ')}</dd>
          </div>
        )}
      </dl>
      <div className={styles['side']}>
        {row.mayEndSessions && <EndSessions row={row} />}
        {row.lock ? (
          <p className={styles['lock']}>{REASONS[row.lock]}.</p>
        ) : (
          <div className={styles['actions']}>
            <Button size="sm" onClick={() => onBulkRow(row.id, true)}>
              Dar todos los módulos
            </Button>
            <Button size="sm" onClick={() => onBulkRow(row.id, false)}>
              Quitar todos
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
