import { type ReactNode } from 'react';
import styles from './Guest.module.css';

/** A page with one message. */
export function Message({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className={styles['message']}>
      <div className={styles['sheet']}>
        <h1 className={styles['title']} aria-live="polite">
          {title}
        </h1>
        {children !== undefined && <div className={styles['text']}>{children}</div>}
      </div>
    </main>
  );
}
