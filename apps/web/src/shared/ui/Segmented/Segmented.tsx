import { type ReactNode } from 'react';
import { useRovingFocus } from '../../hooks/use-roving-focus.ts';
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
  const entries = Object.entries(options) as [T, string][];
  const { list, itemAt } = useRovingFocus(entries.length, { axis: 'row' });
  return (
    <div role="group" aria-label={label} data-fills={fills || undefined} className={styles['segments']} {...list}>
      {entries.map(([each, name], place) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          className={styles['segment']}
          {...(icons && { 'aria-label': name, title: name })}
          {...itemAt(place)}
          onClick={() => {
            // Pressing the selected option again does not deselect it.
            if (each !== value) onChange(each);
          }}
        >
          {icons?.[each] ?? name}
        </button>
      ))}
    </div>
  );
}
