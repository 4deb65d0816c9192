import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Card.module.css';

interface CardProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  title?: string;
  /** Small text to the right of the title. */
  note?: ReactNode;
}

/** A white card. With a title it is a named region with an `h2`. */
export function Card({ title, note, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={classes(styles['card'], className)} aria-label={rest['aria-label'] ?? title}>
      {title !== undefined && (
        <header className={styles['header']}>
          <h2>{title}</h2>
          {note !== undefined && <span className="note">{note}</span>}
        </header>
      )}
      {children}
    </section>
  );
}
