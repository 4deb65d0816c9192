import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../shared/queries/config-query.ts';
import { OfficePicker } from '../session/components/OfficePicker.tsx';
import { useOffice } from '../session/state/use-office.ts';
import { useMayUse, useSession } from '../session/state/session.ts';
import { useTimeZone } from '../session/state/use-time-zone.ts';
import { TopBarSlot } from '../../shared/ui/TopBarSlot/TopBarSlot.tsx';
import { ActivityWidget } from './components/ActivityWidget.tsx';
import { AttentionWidget } from './components/AttentionWidget.tsx';
import styles from './TodayScreen.module.css';
import { firstName, greeting, momentIn } from './rules/greeting.ts';
import { shownWidgets } from './rules/shown-widgets.ts';
import { TodayWidget } from './components/TodayWidget.tsx';
import { WidgetPlan } from './components/WidgetPlan.tsx';

/**
 * The start page: greeting, figures of the day, what needs attention and what happens. Figures about orders require the
 * dispatch service.
 */
export function Component() {
  const { data: config, isPending } = useQuery(configQuery);
  const office = useOffice();
  const { today, attention, activity } = shownWidgets(useMayUse(), !isPending && config?.sections.operations !== false);
  return (
    <div className={styles['dashboard']}>
      {(today || attention || activity) && (
        <TopBarSlot>
          <OfficePicker office={office} />
        </TopBarSlot>
      )}
      <Greeting />
      {today && <TodayWidget />}
      <div className={styles['beside']}>
        <div className={styles['column']}>
          {attention && <AttentionWidget />}
          <WidgetPlan />
        </div>
        {activity && <ActivityWidget />}
      </div>
    </div>
  );
}

/** With the date at the user's office. */
function Greeting() {
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
