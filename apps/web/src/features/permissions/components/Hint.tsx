import Info from 'lucide-react/icons/info';
import styles from './Hint.module.css';

/** A passing remark near the bottom. Whoever shows it announces it. */
export function Hint({ children }: { children: string }) {
  return (
    <p className={styles['hint']} aria-hidden="true">
      <Info size={16} aria-hidden="true" />
      {children}
    </p>
  );
}
