import { DashboardGreeting } from './DashboardGreeting.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { WidgetPlan } from './WidgetPlan.tsx';
import styles from './DashboardScreen.module.css';

/** The first page of the day: who one is, where one may go, and which figures will stand here. */
export function Component() {
  return (
    <div className={styles['dashboard']}>
      <DashboardGreeting />
      <SectionLinks />
      <WidgetPlan />
    </div>
  );
}
