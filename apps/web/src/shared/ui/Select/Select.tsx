import { type RefObject } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { usePopups } from '../popups/use-popups.ts';
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
  const { parts, trigger, placeholder } = usePopups();
  const name = !bare && (
    <span className={styles['label']} data-terse={terse || undefined}>
      {label}:
    </span>
  );
  const arrow = <ChevronDown size={18} aria-hidden="true" />;
  if (!parts)
    return (
      <button
        role="combobox"
        aria-haspopup="listbox"
        aria-label={label}
        className={styles['trigger']}
        disabled={disabled}
        data-disabled={disabled ? '' : undefined}
        {...placeholder}
      >
        {name}
        <span className={styles['value']}>{options.find((option) => option.value === value)?.label ?? value}</span>
        {arrow}
      </button>
    );
  const Base = parts.Select;
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger ref={trigger} className={styles['trigger']} aria-label={label}>
        {name}
        <Base.Value className={styles['value']} />
        {arrow}
      </Base.Trigger>
      <SelectPopup parts={Base} options={options} frame={frame} align="end" />
    </Base.Root>
  );
}
