import { type ComponentProps } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Alert.module.css';

/** An error message, announced when it appears or changes. */
export function Alert({ className, ...rest }: ComponentProps<'p'>) {
  return <p {...rest} role="alert" className={classes(styles['alert'], className)} />;
}
