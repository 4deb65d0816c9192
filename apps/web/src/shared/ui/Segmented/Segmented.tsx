import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { type ReactNode } from 'react';
import styles from './Segmented.module.css';

interface Props<T extends string> {
  /** Accessible name. */
  label: string;
  options: Partial<Record<T, string>>;
  /** Shown instead of the options' names where space is short. */
  icons?: Record<T, ReactNode> | undefined;
  /** Null if none of the options is selected. */
  value: T | null;
  onChange: (value: T) => void;
  /** Options have equal width and fill the row. */
  fills?: boolean;
}

/** A row of options of which one is selected. One tab stop; the arrows move between options. */
export function Segmented<T extends string>({ label, options, icons, value, onChange, fills = false }: Props<T>) {
  return (
    <ToggleGroup
      aria-label={label}
      data-fills={fills || undefined}
      className={styles['segments']}
      value={value === null ? [] : [value]}
      onValueChange={([next]) => {
        // Pressing the selected option again does not deselect it.
        if (next !== undefined) onChange(next);
      }}
    >
      {(Object.entries(options) as [T, string][]).map(([each, name]) => (
        <Toggle
          key={each}
          value={each}
          className={styles['segment']}
          {...(icons && { 'aria-label': name, title: name })}
        >
          {icons?.[each] ?? name}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
