import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';

interface ActionBarProps {
  /** Accessible name, for example «Cambios sin guardar». */
  label?: string;
  children: ReactNode;
}

/** The ink bar that floats at the bottom while there is a selection or unsaved changes; it reserves its own space. */
export function ActionBar({ label = 'Acciones de la selección', children }: ActionBarProps) {
  return (
    <div className={styles['room']}>
      <section className={styles['bar']} aria-label={label}>
        {children}
      </section>
    </div>
  );
}
