import { type ReactNode, useId } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Field.module.css';

/** What a control needs to belong to its field: spread it on an `input`, `select` or `textarea`. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  /** Shown in place of the hint and announced as the control's description. */
  error?: string | undefined;
  hint?: string | undefined;
  className?: string | undefined;
  /** The control's; made up when left out. */
  id?: string | undefined;
}

/** A label, a control and what there is to say about it. */
export function Field({
  label,
  error,
  hint,
  className,
  id,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const own = useId();
  const controlId = id ?? own;
  const note = error ?? hint;
  const noteId = `${controlId}-note`;
  return (
    <div className={classes(styles['field'], className)}>
      <label className={styles['label']} htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        className: styles['input'] ?? '',
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <p id={noteId} className={styles[error === undefined ? 'hint' : 'error']}>
          {note}
        </p>
      )}
    </div>
  );
}
