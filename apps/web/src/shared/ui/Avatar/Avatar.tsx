import styles from './Avatar.module.css';
import { initials } from './initials.ts';

/** A person's initials in a circle; decorative, next to the name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles['avatar']} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
