import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../shared/queries/config-query.ts';
import { OfficePicker } from '../session/components/OfficePicker.tsx';
import { useOffice } from '../session/state/use-office.ts';
import { useMayUse } from '../session/state/session.ts';
import { TopBarSlot } from '../../shared/ui/TopBarSlot/TopBarSlot.tsx';
import { ActivityWidget } from './components/ActivityWidget.tsx';
import { DashboardGreeting } from './components/DashboardGreeting.tsx';
import styles from './DashboardScreen.module.css';
import { SectionLinks } from './components/SectionLinks.tsx';
import { shownWidgets } from './rules/shown-widgets.ts';
import { TodayWidget } from './components/TodayWidget.tsx';
import { WidgetPlan } from './components/WidgetPlan.tsx';

/**
 * The start page: greeting, figures of the day and links to the sections. Figures about orders require the dispatch
 * service.
 */
export function Component() {
  const { data: config, isPending } = useQuery(configQuery);
  const office = useOffice();
  const { today, activity } = shownWidgets(useMayUse(), !isPending && config?.sections.operations !== false);
  return (
    <div className={styles['dashboard']}>
      {(today || activity) && (
        <TopBarSlot>
          <OfficePicker office={office} />
        </TopBarSlot>
      )}
      <DashboardGreeting />
      {today && <TodayWidget />}
      {activity && <ActivityWidget />}
      <SectionLinks />
      <WidgetPlan />
    </div>
  );
}
