import { type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './Paper.module.css';

/** One sheet, invisible on screens: printed instead of the page, over as many pages as it needs. */
export function Paper({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-paper="" className={styles['paper']} aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
}
