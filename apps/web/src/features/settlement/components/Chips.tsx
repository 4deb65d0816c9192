import { useId } from 'react';
import styles from './Chips.module.css';

interface Props<Value extends string> {
  /** Unless a legend names the group. */
  label?: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** Radio buttons for one of a few options. */
export function Chips<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <div className={styles['chips']} role={label && 'radiogroup'} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
