import { type ComponentProps } from 'react';
import { classes } from '../../styles/classes.ts';
import { Field, type FieldProps } from '../Field/Field.tsx';
import styles from './TextArea.module.css';

interface Props extends FieldProps, Pick<ComponentProps<'textarea'>, 'maxLength' | 'rows'> {
  value: string;
  onChange: (value: string) => void;
}

/** A labelled multi-line input. Line breaks become spaces, as in the service, because a phone shows one line. */
export function TextArea({ value, maxLength, rows = 2, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className={classes(control.className, styles['area'])}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
        />
      )}
    </Field>
  );
}
