import { type ReactNode } from 'react';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import styles from './PlainPage.module.css';

interface Props {
  title: string;
  role?: 'status' | 'alert' | undefined;
  children: ReactNode;
}

/** Title and text of a page outside the shell. A new title takes the focus, because the button that led to it may be gone. */
export function PlainWords({ title, role, children }: Props) {
  return (
    <div className={styles['words']} role={role}>
      <h1 key={title} ref={focusOnMount} tabIndex={-1} className={styles['title']}>
        {title}
      </h1>
      {children}
    </div>
  );
}
