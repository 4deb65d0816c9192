import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { classes } from '../../styles/classes.ts';
import styles from './Segmented.module.css';

interface Props<T extends string> {
  /** Accessible name. */
  label: string;
  options: Partial<Record<T, string>>;
  /** Null if none of the options is selected. */
  value: T | null;
  onChange: (value: T) => void;
  /** Options have equal width and fill the row. */
  fills?: boolean;
  className?: string | undefined;
}

/** A row of options of which one is selected. One tab stop; the arrows move between options. */
export function Segmented<T extends string>({ label, options, value, onChange, fills = false, className }: Props<T>) {
  return (
    <ToggleGroup
      aria-label={label}
      data-fills={fills || undefined}
      className={classes(styles['segments'], className)}
      value={value === null ? [] : [value]}
      onValueChange={([next]) => {
        // Pressing the selected option again does not deselect it.
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
