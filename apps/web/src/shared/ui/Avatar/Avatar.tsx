import styles from './Avatar.module.css';
import { initials } from './initials.ts';

/** A person's initials in a circle; decorative, next to the name, so that they are no text that is found or read with it. */
export function Avatar({ name }: { name: string }) {
  return <span className={styles['avatar']} aria-hidden="true" data-initials={initials(name)} />;
}
