import { classes } from '../styles/classes.ts';
import { initials } from '../ui/Avatar/initials.ts';
import styles from './Live.module.css';
import { presenceText } from './presence-text.ts';
import { usePresence } from './presence-store.ts';

interface Props {
  orderId: string;
  /** `avatars` where the sentence does not fit; it is then the tooltip and the accessible name. */
  as?: 'sentence' | 'avatars';
}

/** «Ana está asignando esta orden»: renders nothing while nobody else is working on it. */
export function PresenceNote({ orderId, as = 'sentence' }: Props) {
  const present = usePresence(orderId);
  if (present.length === 0) return null;
  const text = presenceText(present);
  if (as === 'sentence')
    return (
      <span className={classes(styles['present'], styles['sentence'])}>
        <span className={styles['person']} aria-hidden="true">
          {initials(present[0]?.actor.user ?? '')}
        </span>
        {text}
      </span>
    );
  return (
    <span className={styles['present']} role="img" aria-label={text} title={text}>
      {present.slice(0, 2).map(({ actor }) => (
        <span key={actor.username} className={styles['person']} aria-hidden="true">
          {initials(actor.user)}
        </span>
      ))}
      {present.length > 2 && <span aria-hidden="true">+{present.length - 2}</span>}
    </span>
  );
}
