import { type ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import field from '../Field/Field.module.css';
import styles from './FieldGroup.module.css';

interface Props {
  label: string;
  /** Id of the note or error, if there is one; it describes the group. */
  noteId?: string;
  /** Shown below the controls unless there is an error. */
  note?: string;
  error?: string | undefined;
  children: ReactNode;
}

/** Several controls that are one field, with its label and its note or error. */
export function FieldGroup({ label, noteId, note, error, children }: Props) {
  const text = error ?? note;
  return (
    <fieldset aria-describedby={text === undefined ? undefined : noteId}>
      <legend className={classes(field['label'], styles['label'])}>{label}</legend>
      {children}
      {text !== undefined && (
        <p
          id={noteId}
          className={classes(field[error === undefined ? 'hint' : 'error'], styles['note'])}
          aria-live={note === undefined ? undefined : 'polite'}
        >
          {text}
        </p>
      )}
    </fieldset>
  );
}
