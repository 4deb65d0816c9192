import { day as dayForm } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import Minimize from 'lucide-react/icons/minimize';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import { useSearchParams } from 'react-router-dom';
import { useToday } from '../../shared/hooks/use-today.ts';
import { configQuery } from '../../shared/queries/config-query.ts';
import { classes } from '../../shared/styles/classes.ts';
import { IconButton } from '../../shared/ui/IconButton/IconButton.tsx';
import { ScreenControls } from '../../shared/ui/TopBarSlot/ScreenControls.tsx';
import { OfficePicker } from '../session/components/OfficePicker.tsx';
import { useMayUse } from '../session/state/session.ts';
import { useOffice } from '../session/state/use-office.ts';
import { ActivityWidget } from './components/ActivityWidget.tsx';
import { AttentionWidget } from './components/AttentionWidget.tsx';
import { ClientsWidget } from './components/ClientsWidget.tsx';
import { CouriersWidget } from './components/CouriersWidget.tsx';
import { DayPicker } from '../../shared/ui/DayPicker/DayPicker.tsx';
import { MoneyWidget } from './components/MoneyWidget.tsx';
import { PunctualityWidget } from './components/PunctualityWidget.tsx';
import { TodayWidget } from './components/TodayWidget.tsx';
import { FiguresContext } from './state/figures-context.ts';
import { useLiveFigures } from './state/use-live-figures.ts';
import styles from './TodayScreen.module.css';

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
  const day = asked === today ? undefined : asked;
  useLiveFigures(office.officeId);
  if (config?.sections.operations === false)
    return <p className={styles['none']}>Este servidor no tiene servicio de despacho: no hay cifras que mostrar.</p>;
  const isWall = params.has(WALL_PARAM);
  const change = (edit: (params: URLSearchParams) => void): void => {
    setParams((now) => {
      const changed = new URLSearchParams(now);
      edit(changed);
      return changed;
    });
  };
  const choose = (next: string): void => {
    change((changed) => {
      if (next === today) changed.delete(DAY_PARAM);
      else changed.set(DAY_PARAM, next);
    });
  };
  const controls = (
    <ScreenControls>
      <DayPicker day={day ?? today} today={today} onChange={choose} />
      <OfficePicker office={office} />
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
    </ScreenControls>
  );
  return (
    <FiguresContext
      value={{ officeId: office.officeId, timeZone: office.timeZone, day, shownDay: day ?? today, today }}
    >
      {controls}
      <div className={styles['grid']}>
        {mayUse(['D01']) && (
          <div className={classes(styles['wide'], styles['day'])}>
            <TodayWidget />
          </div>
        )}
        {mayUse(['D04']) && (
          <div className={classes(styles['narrow'], styles['attention'])}>
            <AttentionWidget />
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
    </FiguresContext>
  );
}
