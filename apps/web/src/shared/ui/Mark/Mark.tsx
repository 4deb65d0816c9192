import type { ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Mark.module.css';

interface MarkProps {
  tone?: 'neutral' | 'accent' | 'good' | 'warn' | 'alarm' | 'info' | 'move';
  /** Shown with the text, so that the state does not depend on colour. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A small label for a state. */
export function Mark({ tone = 'neutral', icon, children }: MarkProps) {
  return (
    <span className={classes(styles['mark'], styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
