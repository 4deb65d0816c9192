import styles from './Chips.module.css';

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | '';
  onChange: (value: Value) => void;
}

/** A choice of one among a few options, with large targets. */
export function Chips<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className={styles['chips']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles['chip']}
          aria-pressed={option.value === value}
          onClick={() => {
            onChange(option.value);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
