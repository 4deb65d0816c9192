import { useSession } from '../../session/state/session.ts';
import { useTimeZone } from '../../session/state/use-time-zone.ts';
import { firstName, greeting, momentIn } from '../rules/greeting.ts';
import styles from '../DashboardScreen.module.css';

/** Greeting with the date at the user's office. */
export function DashboardGreeting() {
  const { user } = useSession();
  // oxlint-disable-next-line react/purity -- the greeting follows the clock at every render
  const { hour, date } = momentIn(useTimeZone(), new Date());
  return (
    <header className={styles['greeting']}>
      <h2>
        {greeting(hour)}, {firstName(user)}
      </h2>
      <p>{date}</p>
    </header>
  );
}
