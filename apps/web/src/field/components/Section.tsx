import { type ReactNode, useId } from 'react';
import { classes } from '#shared/styles/classes.ts';
import styles from './Section.module.css';

interface Props {
  title: string;
  error?: string | undefined;
  children: ReactNode;
}

/** A part of a form or of a screen, with its error. */
export function Section({ title, error, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      tabIndex={-1}
      data-wrong={error === undefined ? undefined : ''}
      className={classes('frame', styles['section'], error !== undefined && styles['wrong'])}
    >
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      {/* Above the fields: below a long list it would be out of view. */}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
      {children}
    </section>
  );
}
