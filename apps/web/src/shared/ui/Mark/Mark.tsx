import type { ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Mark.module.css';

interface MarkProps {
  tone?: 'neutral' | 'accent' | 'good' | 'warn' | 'alarm' | 'info' | 'move';
  /** Colour never tells a state alone: the word always stands beside it, and an icon where there is one. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A small label of a state. */
export function Mark({ tone = 'neutral', icon, children }: MarkProps) {
  return (
    <span className={classes(styles['mark'], styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
