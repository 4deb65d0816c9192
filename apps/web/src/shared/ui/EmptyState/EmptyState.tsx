import type { ReactNode } from 'react';
import styles from '../Notice/Notice.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  action?: ReactNode;
  /** What would be here, and how to create it. */
  children?: ReactNode;
}

/** Placeholder for an empty list or screen. */
export function EmptyState({ icon, title, action, children }: EmptyStateProps) {
  return (
    <div className={styles['notice']}>
      {icon !== undefined && (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={styles['title']}>{title}</h2>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
