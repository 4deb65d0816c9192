import { useId } from 'react';
import { Section } from './Section.tsx';
import styles from './ReasonField.module.css';

interface Props {
  reasons: readonly { code: string; name: string }[];
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** Why the visit failed: a reason of the office's catalogue. */
export function ReasonField({ reasons, value, error, onChange }: Props) {
  const name = useId();
  return (
    <Section title="Por qué no se pudo entregar" error={error}>
      <div role="radiogroup" aria-label="Motivo" className={styles['reasons']}>
        {reasons.map((reason) => (
          <label key={reason.code} className={styles['reason']}>
            <input type="radio" name={name} checked={reason.code === value} onChange={() => onChange(reason.code)} />
            {reason.name}
          </label>
        ))}
      </div>
    </Section>
  );
}
