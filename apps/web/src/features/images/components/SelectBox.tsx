import { useRef } from 'react';
import styles from './SelectBox.module.css';

interface Props {
  label: string;
  checked: boolean;
  /** Only some of its items are selected. */
  partly?: boolean;
  className?: string | undefined;
  tabIndex?: number;
  /** @param toLast whether Shift was held. */
  onChange: (toLast: boolean) => void;
}

/** A checkbox that selects photos. */
export function SelectBox({ label, checked, partly = false, className, tabIndex, onChange }: Props) {
  const isRange = useRef(false);
  return (
    <label className={className ?? styles['label']}>
      <input
        type="checkbox"
        tabIndex={tabIndex}
        className={styles['box']}
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly && !checked;
        }}
        onClick={({ shiftKey }) => {
          isRange.current = shiftKey;
        }}
        onChange={() => onChange(isRange.current)}
      />
    </label>
  );
}
