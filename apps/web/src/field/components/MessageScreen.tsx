import { type ReactNode } from 'react';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import styles from './Message.module.css';

/** A page with one message. */
export function MessageScreen({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className={styles['single']}>
      <Logo size={32} />
      <h1 className={styles['heading']} aria-live="polite">
        {title}
      </h1>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
    </main>
  );
}
