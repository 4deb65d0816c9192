import Info from 'lucide-react/icons/info';
import styles from './Hint.module.css';

/** A short-lived hint near the bottom, hidden from screen readers: the caller announces it. */
export function Hint({ children }: { children: string }) {
  return (
    <p className={styles['hint']} aria-hidden="true">
      <Info size={16} aria-hidden="true" />
      {children}
    </p>
  );
}
