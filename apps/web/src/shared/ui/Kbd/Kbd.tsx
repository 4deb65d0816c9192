import type { ReactNode } from 'react';
import styles from './Kbd.module.css';

/** A keyboard key, shown next to its action. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles['kbd']}>{children}</kbd>;
}
