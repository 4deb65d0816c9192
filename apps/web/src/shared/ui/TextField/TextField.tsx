import { type ComponentPropsWithRef, type ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import { Field, type FieldProps } from '../Field/Field.tsx';
import styles from '../Field/Field.module.css';

export interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'size' | keyof FieldProps> {
  /** A control at the field's right end, such as the one that shows a password. */
  end?: ReactNode;
}

/** A labelled text input. `ref` is the input's. */
export function TextField({ label, error, hint, end, className, id, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} className={className} id={id}>
      {(control) => (
        <div className={styles['box']}>
          <input
            {...rest}
            {...control}
            className={classes(control.className, end !== undefined && styles['withEnd'])}
          />
          {end !== undefined && <div className={styles['end']}>{end}</div>}
        </div>
      )}
    </Field>
  );
}
