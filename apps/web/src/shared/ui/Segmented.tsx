import { classes } from './classes.ts';
import styles from './Segmented.module.css';

interface Props<T extends string> {
  /** What is chosen, for people who cannot see it. */
  label: string;
  options: Partial<Record<T, string>>;
  /** Null where what is shown is none of them. */
  value: T | null;
  onChange: (value: T) => void;
  /** Of the same width each, as wide together as there is room. */
  fills?: boolean;
  className?: string | undefined;
}

/** A few choices beside each other, of which one holds. */
export function Segmented<T extends string>({ label, options, value, onChange, fills = false, className }: Props<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      data-fills={fills || undefined}
      className={classes(styles['segments'], className)}
    >
      {(Object.entries(options) as [T, string][]).map(([each, name]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          className={styles['segment']}
          onClick={() => {
            onChange(each);
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
