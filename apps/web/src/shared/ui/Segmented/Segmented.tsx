import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { classes } from '../../styles/classes.ts';
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

/** A few choices beside each other, of which one holds: one stop of the keyboard, and the arrows lead from choice to choice. */
export function Segmented<T extends string>({ label, options, value, onChange, fills = false, className }: Props<T>) {
  return (
    <ToggleGroup
      aria-label={label}
      data-fills={fills || undefined}
      className={classes(styles['segments'], className)}
      value={value === null ? [] : [value]}
      onValueChange={([next]) => {
        // None is no choice: what holds stays when it is pressed once more.
        if (next !== undefined) onChange(next);
      }}
    >
      {(Object.entries(options) as [T, string][]).map(([each, name]) => (
        <Toggle key={each} value={each} className={styles['segment']}>
          {name}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
