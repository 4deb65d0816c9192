import { type User } from '@despacho/contracts';
import { useState } from 'react';
import { ActionBar } from '#shared/ui/ActionBar/ActionBar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import { plainText, savedSentence, saveLabel, summarySentence } from '../rules/summary.ts';
import { type ColleagueMarks } from '../state/use-colleagues.ts';
import { type Edits } from '../state/use-edits.ts';
import { reasonsOf } from '../state/outcome.ts';
import { barState } from './bar-state.ts';
import styles from './ChangesBar.module.css';
import { ChangesDetails } from './ChangesDetails.tsx';
import { Sentence } from './Sentence.tsx';

interface Props {
  edits: Edits;
  users: readonly User[];
  marks: ColleagueMarks;
  onDiscard: () => void;
}

/** Bar with a summary of the pending changes, and buttons to save or discard them. */
export function ChangesBar({ edits, users, marks, onDiscard }: Props) {
  const [open, setOpen] = useState(false);
  const { failed, unknown, conflicts, savable } = barState(edits);
  const { saving, pending } = edits;
  const trouble = failed.length + unknown.length + conflicts.length > 0;
  const reasons = reasonsOf(failed.flatMap((id) => edits.outcomes.get(id) ?? []));
  const pieces = summarySentence(pending, users);
  const onlyFailures = failed.length > 0 && failed.length + conflicts.length === pending.size;
  return (
    <ActionBar label="Cambios sin guardar">
      <div className={styles['inside']}>
        {open && <ChangesDetails edits={edits} users={users} marks={marks} />}
        <div className={styles['words']}>
          <p className={styles['sentence']} title={plainText(pieces)}>
            <Sentence pieces={pieces} />
          </p>
          {trouble && !saving && (
            <p className={styles['trouble']}>
              {savedSentence([
                ...failed.map(() => 'failed'),
                ...unknown.map(() => 'unknown'),
                ...conflicts.map(() => 'conflict'),
              ])}
              {reasons !== '' && `. ${reasons}`}
            </p>
          )}
        </div>
        <div className={styles['actions']}>
          <Button variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {trouble ? 'Revisar' : 'Detalle'}
          </Button>
          <Button
            variant="primary"
            loading={saving !== null}
            disabled={savable === 0}
            aria-keyshortcuts="Control+S"
            onClick={() => void edits.save(onlyFailures ? failed : undefined)}
          >
            {saving ? `Guardando ${Math.min(saving.done + 1, saving.total)} de ${saving.total}` : null}
            {!saving && (onlyFailures ? 'Reintentar los que fallaron' : saveLabel(savable))}
            {!saving && <Kbd>Ctrl S</Kbd>}
          </Button>
          <Button disabled={saving !== null} onClick={onDiscard}>
            Descartar
          </Button>
        </div>
      </div>
    </ActionBar>
  );
}
