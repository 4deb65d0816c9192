import { useId } from 'react';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { Chips } from './Chips.tsx';
import styles from './ReasonChips.module.css';

interface Props<Reason extends string> {
  legend: string;
  options: readonly { value: Reason; label: string }[];
  value: Reason | null;
  note: string;
  errors: { reason?: string | undefined; note?: string | undefined };
  onChange: (value: Reason) => void;
  onNote: (note: string) => void;
}

/** Distance in px of a form to the edge of its panel. */
const EDGE = 10;

/** Reasons appear while an amount is typed: scrolls the panel to the end of the form, where they could not be seen. */
function showEnd(reasons: HTMLElement | null): void {
  const [form, panel] = [reasons?.closest('form'), reasons?.closest('section')];
  if (!form || !panel) return;
  const hidden = form.getBoundingClientRect().bottom + EDGE - panel.getBoundingClientRect().bottom;
  if (hidden > 0) panel.scrollTop += hidden;
}

/** The reason of a difference: one of a few, and for some a note. */
export function ReasonChips<Reason extends string>({
  legend,
  options,
  value,
  note,
  errors,
  onChange,
  onNote,
}: Props<Reason>) {
  const id = useId();
  return (
    <fieldset
      ref={showEnd}
      className={styles['reasons']}
      aria-describedby={errors.reason === undefined ? undefined : `${id}-error`}
    >
      <legend>{legend}</legend>
      <Chips options={options} value={value} onChange={onChange} />
      {errors.reason !== undefined && (
        <p id={`${id}-error`} className={styles['problem']}>
          {errors.reason}
        </p>
      )}
      {value !== null && value !== 'queda' && (
        <TextField
          label={value === 'otro' ? 'Motivo' : 'Nota (opcional)'}
          value={note}
          maxLength={120}
          error={errors.note}
          onChange={(event) => onNote(event.target.value)}
        />
      )}
    </fieldset>
  );
}
