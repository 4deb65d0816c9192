import { type ModuleCode } from '@despacho/contracts';
import { DISPATCH_ACCESS, DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';
import { useMayUse } from '../session/session.ts';
import { ActivityWidget } from './ActivityWidget.tsx';
import { DashboardGreeting } from './DashboardGreeting.tsx';
import styles from './DashboardScreen.module.css';
import { SectionLinks } from './SectionLinks.tsx';
import { TodayWidget } from './TodayWidget.tsx';
import { WidgetPlan } from './WidgetPlan.tsx';

const TODAY: readonly ModuleCode[] = ['D01'];
const ACTIVITY: readonly ModuleCode[] = ['D06'];

/**
 * The first page of the day: who one is, how the day stands, and where one may go. What stands on orders needs their
 * module besides its own.
 */
export function Component() {
  const mayUse = useMayUse();
  return (
    <div className={styles['dashboard']}>
      <DashboardGreeting />
      {mayUse(TODAY) && mayUse(DISPATCH_ACCESS['orders.counts']) && <TodayWidget />}
      {mayUse(ACTIVITY) && mayUse(DISPATCH_EVENT_ACCESS['order.changed']) && <ActivityWidget />}
      <SectionLinks />
      <WidgetPlan />
    </div>
  );
}
