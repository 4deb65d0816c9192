import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';

interface ActionBarProps {
  /** Its accessible name, for example «Cambios sin guardar». */
  label?: string;
  children: ReactNode;
}

/** The ink bar that floats at the bottom while something is selected or about to change; it reserves its own room. */
export function ActionBar({ label = 'Acciones de la selección', children }: ActionBarProps) {
  return (
    <div className={styles['room']}>
      <section className={styles['bar']} aria-label={label}>
        {children}
      </section>
    </div>
  );
}
