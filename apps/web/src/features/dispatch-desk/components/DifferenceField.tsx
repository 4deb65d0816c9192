import { DIFFERENCE_REASONS, MAX_DIFFERENCE } from '@despacho/contracts/dispatch';
import { useId } from 'react';
import { TextField } from '../../../shared/ui/TextField/TextField.tsx';
import styles from './PaymentsField.module.css';

interface Props {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** Why the amount paid differs from the amount due: a common reason, or another one in the person's words. */
export function DifferenceField({ value, error, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <TextField
        id={id}
        label="Por qué no se cobró lo debido"
        autoComplete="off"
        maxLength={MAX_DIFFERENCE}
        value={value}
        error={error}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <div role="group" aria-label="Motivos frecuentes" className={styles['common']}>
        {DIFFERENCE_REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            className={styles['reason']}
            aria-pressed={value === reason}
            onClick={() => {
              onChange(reason);
              document.getElementById(id)?.focus();
            }}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  );
}
