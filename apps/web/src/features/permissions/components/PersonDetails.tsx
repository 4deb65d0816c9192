import { type User } from '@despacho/contracts';
import { FieldValue } from '../../../shared/fields/FieldValue.tsx';
import { humanise } from '../../../shared/fields/humanise.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { LOCK_REASONS } from '../rules/locks.ts';
import styles from './PersonDetails.module.css';
import { type RowView } from './row-view.ts';

/** Names of the fields our own service sends. Any other is shown under its own name, made readable. */
const LABELS: Record<string, string> = { id: 'Código', user: 'Nombre', username: 'Cuenta', charge: 'Cargo' };

/** @returns everything the service tells of a person but their permissions, which the matrix shows. */
export const userFields = (user: User): [label: string, value: unknown][] =>
  Object.entries(user)
    .filter(([key]) => key !== 'permissionsList')
    .map(([key, value]) => [LABELS[key] ?? humanise(key), value]);

interface Props {
  row: RowView;
  onBulkRow: (id: string, on: boolean) => void;
}

/** All that is known of a person, and what can be done with their whole row. */
export function PersonDetails({ row, onBulkRow }: Props) {
  return (
    <div className={styles['details']}>
      <dl className={styles['fields']}>
        {userFields(row.user).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <FieldValue value={value} />
            </dd>
          </div>
        ))}
        {row.others.length > 0 && (
          <div>
            <dt>Otros códigos, que se conservan</dt>
            <dd>{row.others.join(', ')}</dd>
          </div>
        )}
      </dl>
      {row.lock ? (
        <p className={styles['lock']}>{LOCK_REASONS[row.lock]}.</p>
      ) : (
        <div className={styles['actions']}>
          <Button
            size="sm"
            onClick={() => {
              onBulkRow(row.id, true);
            }}
          >
            Dar todos los módulos
          </Button>
          <Button
            size="sm"
            onClick={() => {
              onBulkRow(row.id, false);
            }}
          >
            Quitar todos
          </Button>
        </div>
      )}
    </div>
  );
}
