import { type ReactNode } from 'react';
import { classes } from '#shared/styles/classes.ts';
import styles from './Chip.module.css';

interface Props {
  tone?: 'plain' | 'late' | 'collect' | 'note' | 'new' | 'good' | 'failed';
  icon?: ReactNode;
  children: ReactNode;
}

/** A short fact about a stop. Text on a tint, because coloured text is hard to read in sunlight. */
export function Chip({ tone = 'plain', icon, children }: Props) {
  return (
    <span className={classes(styles['chip'], styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
