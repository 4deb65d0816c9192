import { SCREEN_ACCESS } from '@despacho/contracts';
import { day as dayForm } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import Minimize from 'lucide-react/icons/minimize';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { chunk } from '#shared/http/chunk.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { classes } from '#shared/styles/classes.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { ScreenControls } from '#shared/ui/TopBarSlot/ScreenControls.tsx';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { ActivityWidget } from './components/ActivityWidget.tsx';
import { AttentionWidget, NoAttention, PastAttention } from './components/AttentionWidget.tsx';
import { ClientsWidget } from './components/ClientsWidget.tsx';
import { CouriersWidget } from './components/CouriersWidget.tsx';
import { DayPicker } from '#shared/ui/DayPicker/DayPicker.tsx';
import { LIST_PARAM } from './components/FigureLink.tsx';
import { MoneyWidget } from './components/MoneyWidget.tsx';
import { PastBar } from './components/PastBar.tsx';
import { PunctualityWidget } from './components/PunctualityWidget.tsx';
import { TodayWidget } from './components/TodayWidget.tsx';
import { firstPastTime, PAST_PARAM, pastMinute } from './rules/past-time.ts';
import { FiguresContext } from './state/figures-context.ts';
import { useLiveFigures } from './state/use-live-figures.ts';
import styles from './TodayScreen.module.css';

/** Opened by few, and only in the past. */
const PastOrdersWindow = lazy(chunk(() => import('./components/PastOrdersWindow.tsx')));

/** Query parameter of a screen on a wall, which the shell reads. */
const WALL_PARAM = 'pantalla';

/** Query parameter with another day than today. */
const DAY_PARAM = 'dia';

/** «Hoy»: the figures of a day, each widget with its own module. */
export function Component() {
  const { data: config } = useQuery(configQuery);
  const office = useOffice();
  const mayUse = useMayUse();
  const [params, setParams] = useSearchParams();
  const today = useToday(office.timeZone);
  const asked = dayForm.safeParse(params.get(DAY_PARAM)).data;
  const now = useServerTime();
  const { timeZone } = office;
  const shownDay = asked ?? today;
  const minuteAt = (time: string | null, of = shownDay) => pastMinute(time, of, { timeZone, now });
  const time = params.get(PAST_PARAM);
  const moment = minuteAt(time);
  const isPast = moment !== undefined;
  // A past minute includes its day.
  const day = isPast || asked === today ? undefined : asked;
  useLiveFigures(office.officeId, !isPast);
  const isPhone = useMediaQuery('(width < 40em)');
  if (config?.sections.operations === false)
    return <p className={styles['none']}>Este servidor no tiene servicio de despacho: no hay cifras que mostrar.</p>;
  const isWall = params.has(WALL_PARAM);
  const list = params.get(LIST_PARAM);
  const change = (edit: (params: URLSearchParams) => void, options?: { replace: boolean }): void => {
    setParams((before) => {
      const changed = new URLSearchParams(before);
      edit(changed);
      return changed;
    }, options);
  };
  const choose = (next: string): void => {
    change((changed) => {
      const keepsTime = isPast && minuteAt(time, next) !== undefined;
      if (!keepsTime) changed.delete(PAST_PARAM);
      if (next === today && !keepsTime) changed.delete(DAY_PARAM);
      else changed.set(DAY_PARAM, next);
    });
  };
  /** The address includes the day, so that it is the same tomorrow. Back returns to the present and skips all steps. */
  const look = (next: string): void =>
    change(
      (changed) => {
        changed.set(DAY_PARAM, shownDay);
        changed.set(PAST_PARAM, next);
      },
      { replace: isPast },
    );
  const returnToNow = (): void =>
    change((changed) => {
      for (const name of [PAST_PARAM, DAY_PARAM, LIST_PARAM]) changed.delete(name);
    });
  const controls = (
    <ScreenControls>
      <DayPicker day={shownDay} today={today} onChange={choose} />
      <IconButton
        label="Ver a las…"
        aria-pressed={isPast}
        data-past-switch=""
        icon={<History size={16} aria-hidden="true" />}
        onClick={() => (isPast ? returnToNow() : look(firstPastTime(shownDay === today, timeZone, now)))}
      />
      <OfficePicker office={office} />
      {(isWall || !isPhone) && (
        <IconButton
          label={isWall ? 'Salir del modo pantalla' : 'Modo pantalla'}
          icon={isWall ? <Minimize size={16} aria-hidden="true" /> : <MonitorPlay size={16} aria-hidden="true" />}
          onClick={() => {
            change((params) => {
              if (isWall) params.delete(WALL_PARAM);
              else params.set(WALL_PARAM, '');
            });
          }}
        />
      )}
    </ScreenControls>
  );
  return (
    <FiguresContext
      value={{ officeId: office.officeId, timeZone, day, moment, shownDay, today: isPast ? shownDay : today }}
    >
      {controls}
      {isPast && time !== null && (
        <PastBar
          key={shownDay}
          day={shownDay}
          today={today}
          time={time}
          isPast={(other) => minuteAt(other) !== undefined}
          onChange={look}
          onNow={returnToNow}
        />
      )}
      <div className={styles['grid']}>
        {mayUse(['D01']) && (
          <div className={classes(styles['wide'], styles['day'])}>
            <TodayWidget />
          </div>
        )}
        {mayUse(['D04']) && (
          <div className={classes(styles['narrow'], styles['attention'])}>
            {isPast ? <PastAttention /> : <AttentionWidget />}
          </div>
        )}
        {!mayUse(['D04']) && mayUse(SCREEN_ACCESS.assing) && (
          <div className={styles['narrow']}>
            <NoAttention />
          </div>
        )}
        {mayUse(['D02']) && (
          <div className={classes(styles['narrow'], styles['punctuality'])}>
            <PunctualityWidget />
          </div>
        )}
        {mayUse(['D03']) && (
          <div className={classes(styles['wide'], styles['couriers'])}>
            <CouriersWidget />
          </div>
        )}
        {mayUse(['D04']) && (
          <div className={styles['third']}>
            <MoneyWidget />
          </div>
        )}
        {mayUse(['D05']) && (
          <div className={styles['third']}>
            <ClientsWidget />
          </div>
        )}
        {mayUse(['D06']) && (
          <div className={styles['third']}>
            <ActivityWidget />
          </div>
        )}
      </div>
      {isPast && list !== null && mayUse(SCREEN_ACCESS.assing) && (
        <Suspense fallback={null}>
          <PastOrdersWindow
            filter={list}
            moment={moment}
            onClose={() => change((changed) => changed.delete(LIST_PARAM), { replace: true })}
          />
        </Suspense>
      )}
    </FiguresContext>
  );
}
