import { useSession } from '../session/session.ts';
import { firstName, greeting } from './greeting.ts';
import styles from './DashboardScreen.module.css';

const TODAY = new Intl.DateTimeFormat('es-PE', { weekday: 'long', day: 'numeric', month: 'long' });

/** Hello, and the date. Both by the clock on the person's desk. */
export function DashboardGreeting() {
  const { user } = useSession();
  const now = new Date();
  return (
    <header className={styles['greeting']}>
      <h2>
        {greeting(now.getHours())}, {firstName(user)}
      </h2>
      <p>{TODAY.format(now)}</p>
    </header>
  );
}
