import { type Reason } from '@despacho/contracts/dispatch';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { failureSentences } from '../../../shared/format/failure-text.ts';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';
import { MAX_NAME_LENGTH, MAX_REASONS, readReasons, type ReasonDraft } from '../rules/reason-list.ts';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';
import fieldStyles from '../../../shared/ui/Field/Field.module.css';
import styles from './ReasonsForm.module.css';

interface Props {
  reasons: readonly Reason[];
  busy: boolean;
  failure: unknown;
  onSave: (reasons: Reason[]) => void;
  onCancel: () => void;
}

/** Form with the names of the catalogue's reasons. */
export function ReasonsForm({ reasons, busy, failure, onSave, onCancel }: Props) {
  const [drafts, setDrafts] = useState<readonly ReasonDraft[]>(reasons);
  const [wrong, setWrong] = useState<{ place: number; error: string }>();
  const change = (next: readonly ReasonDraft[]): void => {
    setDrafts(next);
    setWrong(undefined);
  };
  return (
    <WindowForm
      submitLabel="Guardar los motivos"
      busy={busy}
      onSubmit={() => {
        const read = readReasons(drafts);
        if ('reasons' in read) onSave(read.reasons);
        else setWrong(read);
      }}
      onCancel={onCancel}
    >
      <ul className={styles['list']} aria-label="Motivos">
        {drafts.map(({ name }, place) => (
          <li key={place} className={styles['row']}>
            <input
              type="text"
              className={fieldStyles['small']}
              aria-label={`Motivo ${place + 1}`}
              aria-invalid={wrong?.place === place || undefined}
              aria-describedby={wrong?.place === place ? 'reason-error' : undefined}
              maxLength={MAX_NAME_LENGTH}
              value={name}
              onChange={({ target }) => {
                change(drafts.map((each, at) => (at === place ? { ...each, name: target.value } : each)));
              }}
            />
            <IconButton
              label={`Quitar «${name}»`}
              variant="plain"
              disabled={drafts.length === 1}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => {
                change(drafts.filter((_, at) => at !== place));
              }}
            />
          </li>
        ))}
      </ul>
      {wrong && (
        <Alert id="reason-error">
          Motivo {wrong.place + 1}: {wrong.error}
        </Alert>
      )}
      {failure !== null && <Alert>{failureSentences(failure)}</Alert>}
      <div>
        <Button
          size="sm"
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={drafts.length >= MAX_REASONS}
          onClick={() => {
            change([...drafts, { code: null, name: '' }]);
          }}
        >
          Agregar motivo
        </Button>
      </div>
    </WindowForm>
  );
}
