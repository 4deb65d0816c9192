import { Select as Base } from '@base-ui/react/select';
import { type RefObject } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { SelectPopup } from './SelectPopup.tsx';
import styles from './Select.module.css';

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
  /** Shows only the value; the label is its accessible name. */
  bare?: boolean;
  /** Element in a modal dialog in which the popup is rendered: the dialog covers everything outside. */
  frame?: RefObject<HTMLElement | null>;
  /** Hides the label visually in a narrow window, where the values are clear without it. */
  terse?: boolean;
}

/** A choice of one among few; shows its label and its value: «Oficina: Lima». */
export function Select({
  label,
  value,
  options,
  onChange,
  disabled = false,
  terse = false,
  bare = false,
  frame,
}: SelectProps) {
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger className={styles['trigger']} aria-label={label}>
        {!bare && (
          <span className={styles['label']} data-terse={terse || undefined}>
            {label}:
          </span>
        )}
        <Base.Value className={styles['value']} />
        <ChevronDown size={18} aria-hidden="true" />
      </Base.Trigger>
      <SelectPopup options={options} frame={frame} align="end" />
    </Base.Root>
  );
}
