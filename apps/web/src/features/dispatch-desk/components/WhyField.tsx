import { useId } from 'react';
import fieldStyles from '../../../shared/ui/TextField/TextField.module.css';
import styles from './WhyField.module.css';

/** Characters the service keeps. */
const LONGEST = 300;

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** The reason for something unusual, in the person's own words. It stands in the order's history. */
export function WhyField({ label, value, error, onChange }: Props) {
  const id = useId();
  return (
    <div className={fieldStyles['field']}>
      <label className={fieldStyles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={LONGEST}
        className={styles['input']}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          // One line, as the service keeps it.
          onChange(target.value.replace(/\s*\n\s*/g, ' '));
        }}
      />
      <p id={`${id}-note`} className={error === undefined ? fieldStyles['hint'] : fieldStyles['error']}>
        {error ?? 'Queda escrito en la historia de la orden, con su nombre'}
      </p>
    </div>
  );
}
