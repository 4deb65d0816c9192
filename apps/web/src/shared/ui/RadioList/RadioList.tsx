import { useId } from 'react';
import { FieldGroup } from '../FieldGroup/FieldGroup.tsx';
import styles from './RadioList.module.css';

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A choice of one among few, all visible. */
export function RadioList({ label, value, options, error, onChange }: Props) {
  const id = useId();
  return (
    <FieldGroup label={label} noteId={`${id}-error`} error={error}>
      <div className={styles['options']}>
        {options.map((option) => (
          <label key={option.value} className={styles['option']}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              aria-invalid={error !== undefined || undefined}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
