import { type ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './WindowFoot.module.css';

interface Props {
  /** Puts the first button at one end and the last at the other. */
  apart?: boolean;
  children: ReactNode;
}

/** The buttons at the end of a window. */
export function WindowFoot({ apart = false, children }: Props) {
  return <div className={classes(styles['foot'], apart && styles['apart'])}>{children}</div>;
}
