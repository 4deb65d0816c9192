import { type User } from '@despacho/contracts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { colleagueText } from '../rules/colleague-change.ts';
import { codesOf, conflictOf, type Edit, userKey } from '../rules/pending.ts';
import { changeSentence, nameOf, personSentence } from '../rules/summary.ts';
import { type ColleagueMarks } from '../state/use-colleagues.ts';
import { type Edits } from '../state/use-edits.ts';
import styles from './ChangesDetails.module.css';
import { Sentence } from './Sentence.tsx';

interface Props {
  edits: Edits;
  users: readonly User[];
  marks: ColleagueMarks;
}

/** @returns why this person's changes cannot be saved, or null if they can. */
function obstacle(id: string, edit: Edit, { edits, users, marks }: Props): string | null {
  const user = users.find((one) => userKey(one) === id);
  const codes = user && codesOf(user);
  if (!codes) return 'Ya no está en la lista de esta oficina.';
  const difference = conflictOf(edit, codes);
  const change = colleagueText(marks.get(id), new Date(serverNow()));
  if (difference) return `${change}: ${changeSentence(difference)}.`;
  const outcome = edits.outcomes.get(id);
  if (outcome?.state === 'unknown')
    return `No se sabe si se guardó: ${outcome.reason} Vuelva a mirar antes de repetirlo.`;
  if (outcome?.state === 'failed') return `No se guardó: ${outcome.reason}`;
  if (outcome?.state !== 'conflict') return null;
  // The colleague's list was already loaded before the 409 arrived, so there is no difference to show.
  return marks.has(id) ? `${change}.` : 'La lista cambió mientras se guardaba.';
}

/** Per person: the pending changes, what prevents saving them, and the action that resolves it. */
export function ChangesDetails(props: Props) {
  const { edits, users } = props;
  const busy = edits.saving !== null;
  return (
    <ul className={styles['list']} aria-label="Cambios por usuario">
      {[...edits.pending].map(([id, edit]) => {
        const problem = obstacle(id, edit, props);
        return (
          <li key={id} className={styles['item']}>
            <div className={styles['words']}>
              <p>
                <Sentence pieces={personSentence(nameOf(id, users), edit, true)} />
              </p>
              {problem !== null && <p className={styles['problem']}>{problem}</p>}
            </div>
            {!edits.conflicts.has(id) && edits.outcomes.get(id)?.state === 'unknown' && (
              <Button size="sm" disabled={busy} onClick={() => void edits.reload()}>
                Volver a mirar
              </Button>
            )}
            {edits.conflicts.has(id) && (
              <Button size="sm" disabled={busy} onClick={() => edits.reapply(id)}>
                Volver a aplicar
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              disabled={busy}
              aria-label={`Descartar los cambios de ${nameOf(id, users)}`}
              onClick={() => edits.drop(id)}
            >
              Descartar
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
