import styles from './Chips.module.css';

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  pressed: readonly string[];
  onPress: (value: Value) => void;
}

/** A choice among a few options, with large targets. */
export function Chips<Value extends string>({ label, options, pressed, onPress }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className="row">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles['chip']}
          aria-pressed={pressed.includes(option.value)}
          onClick={() => onPress(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
