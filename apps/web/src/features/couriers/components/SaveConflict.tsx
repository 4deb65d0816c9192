import { formatRelative } from '#shared/format/format-relative.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type ConflictingField } from '../rules/conflicts.ts';
import styles from './SaveConflict.module.css';

interface Props {
  /** The failure of the save, which names who saved first and when, if known. */
  failure: unknown;
  /** Fields changed by both users, or only by this one. */
  fields: readonly ConflictingField[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows both versions after a conflict and lets the user choose. */
export function SaveConflict({ failure, fields, onKeepMine, onTakeTheirs }: Props) {
  const changed = failure instanceof HttpFailure ? failure.problem?.changed : undefined;
  return (
    <div role="alert" className={styles['conflict']}>
      <p>
        <strong>
          {changed
            ? `${changed.by.user} guardó cambios ${formatRelative(changed.at, new Date(serverNow()))}, mientras usted editaba.`
            : 'Otra persona guardó cambios mientras usted editaba.'}
        </strong>{' '}
        Lo que usted no tocó queda como lo dejó esa persona.
      </p>
      <ul>
        {fields.map(({ label, theirs, mine }) => (
          <li key={label}>
            {label}: ahora dice «{theirs}»; usted escribió «{mine}».
          </li>
        ))}
      </ul>
      <div className={styles['choices']}>
        <Button size="sm" onClick={onTakeTheirs}>
          Usar la otra versión
        </Button>
        <Button size="sm" variant="primary" onClick={onKeepMine}>
          Guardar mi versión
        </Button>
      </div>
    </div>
  );
}
