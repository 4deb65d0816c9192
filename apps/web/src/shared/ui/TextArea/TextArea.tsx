import { type ComponentProps } from 'react';
import { classes } from '../../styles/classes.ts';
import { Field, type FieldProps } from '../Field/Field.tsx';
import styles from './TextArea.module.css';

interface Props extends FieldProps, Pick<ComponentProps<'textarea'>, 'maxLength'> {
  value: string;
  onChange: (value: string) => void;
}

/** A labelled text of some length. It is kept in one line, as the service does: a phone has no room for more. */
export function TextArea({ value, maxLength, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className={classes(control.className, styles['area'])}
          rows={2}
          maxLength={maxLength}
          value={value}
          onChange={({ target }) => {
            onChange(target.value.replace(/\s*\n\s*/g, ' '));
          }}
        />
      )}
    </Field>
  );
}
