import { type ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './WindowFoot.module.css';

interface Props {
  /** The first button at one end, the last at the other. */
  apart?: boolean;
  children: ReactNode;
}

/** The buttons of a window, at its end. */
export function WindowFoot({ apart = false, children }: Props) {
  return <div className={classes(styles['foot'], apart && styles['apart'])}>{children}</div>;
}
