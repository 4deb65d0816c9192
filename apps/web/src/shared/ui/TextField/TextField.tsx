import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './TextField.module.css';

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  label: string;
  /** One message, shown in place of the hint and announced as the field's description. */
  error?: string | undefined;
  hint?: string | undefined;
  /** A control inside the field's right end, such as the one that shows a password. */
  end?: ReactNode;
}

/** A labelled text input. `ref` is the input's. */
export function TextField({ label, error, hint, end, className, id, ...rest }: TextFieldProps) {
  const own = useId();
  const inputId = id ?? own;
  const note = error ?? hint;
  const noteId = `${inputId}-note`;
  return (
    <div className={classes(styles['field'], className)}>
      <label className={styles['label']} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles['box']}>
        <input
          {...rest}
          id={inputId}
          className={classes(styles['input'], end !== undefined && styles['withEnd'])}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={classes(rest['aria-describedby'], note !== undefined && noteId) || undefined}
        />
        {end !== undefined && <div className={styles['end']}>{end}</div>}
      </div>
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? styles['hint'] : styles['error']}>
          {note}
        </p>
      )}
    </div>
  );
}
