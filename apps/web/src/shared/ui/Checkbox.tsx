import type { ComponentPropsWithoutRef, Ref } from 'react';
import { classes } from './classes.ts';
import styles from './Checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'onChange' | 'checked'> {
  checked: boolean;
  indeterminate?: boolean;
  /** Differs from what is saved: drawn solid, or dashed where a tick was taken away. */
  changed?: boolean;
  label: string;
  /** Shows the label beside the box; otherwise it is for screen readers. */
  showLabel?: boolean;
  onChange: (checked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A native checkbox in our clothes. */
export function Checkbox({
  checked,
  indeterminate = false,
  changed = false,
  label,
  showLabel = false,
  onChange,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  return (
    <label className={classes(styles['checkbox'], className)}>
      <input
        {...rest}
        ref={(input) => {
          // There is no attribute for it, only this property.
          if (input !== null) input.indeterminate = indeterminate;
          if (typeof ref === 'function') return ref(input);
          if (ref) ref.current = input;
          return undefined;
        }}
        type="checkbox"
        className={styles['input']}
        checked={checked}
        data-changed={changed || undefined}
        aria-label={showLabel ? undefined : label}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <svg viewBox="0 0 24 24" className={styles['sign']} aria-hidden="true">
        <path className={styles['tick']} d="M7 12.5l3.4 3.4L17.2 9" />
        <path className={styles['dash']} d="M7.5 12h9" />
      </svg>
      {showLabel && <span>{label}</span>}
    </label>
  );
}
