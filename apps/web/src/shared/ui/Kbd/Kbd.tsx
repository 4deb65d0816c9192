import type { ReactNode } from 'react';
import styles from './Kbd.module.css';

/** A key, as it is drawn beside what it does. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles['kbd']}>{children}</kbd>;
}
