import { FIGURE_FILTERS, byDistrict, byHour, type PunctualityFigures } from '@despacho/contracts/dispatch';
import { formatNumber, signedNumber } from '#shared/format/format-number.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { withWholeRows } from '#shared/hooks/whole-rows.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import { punctualityQuery } from '../api/figures-queries.ts';
import { percent, precisePercent } from '#shared/format/percent.ts';
import { FigureLink } from './FigureLink.tsx';
import styles from './PunctualityWidget.module.css';
import { WidgetCard } from './WidgetCard.tsx';

interface Counts {
  met: number;
  due: number;
}

/** Those with broken promises, most of them first. */
const worstFirst = <T extends Counts>(groups: readonly T[]): T[] =>
  groups.filter(({ met, due }) => met < due).toSorted((one, other) => other.due - other.met - (one.due - one.met));

/** Fewer deliveries make no share: one late of two is no «50 %». */
const isShare = (due: number): boolean => due >= 3;

const WEEK = 7;

/** @returns the difference to the same day of the week before: «, −1.2 puntos que hace una semana»; '' if unknown. */
function weekAgoText(days: PunctualityFigures['days']): string {
  const [now, before] = [days.at(-1), days.at(-1 - WEEK)];
  if (!now || !before || !isShare(now.due) || !isShare(before.due)) return '';
  const points = (100 * now.met) / now.due - (100 * before.met) / before.due;
  const text = signedNumber(points);
  return Math.abs(points) < 0.05 ? ', igual que hace una semana' : `, ${text} puntos que hace una semana`;
}

const loadChart = afterFirstRows(() => import('#shared/ui/Chart/PunctualityChart.tsx'));

const list = withWholeRows(oneTabStop);

/** D02: deliveries within the window that was first promised. */
export function PunctualityWidget() {
  return (
    <WidgetCard
      title="Puntualidad"
      query={punctualityQuery}
      rows={7}
      note={({ pending, without }, { day, moment }) =>
        [
          day === undefined && moment === undefined ? '15 días' : 'ese día y 14 más',
          ...(pending > 0 ? [`${formatNumber(pending)} por terminar`] : []),
          ...(without > 0 ? [`${formatNumber(without)} sin horario`] : []),
        ].join(' · ')
      }
      empty={({ days }) =>
        days.every(({ due }) => due === 0)
          ? 'Aquí se verá qué parte de las entregas llegó dentro del primer horario prometido. Ninguna orden de estos días tiene un horario que ya haya terminado.'
          : null
      }
    >
      {(data) => <Content data={data} />}
    </WidgetCard>
  );
}

function Content({ data }: { data: PunctualityFigures }) {
  const chart = useLazyModule(loadChart);
  const { met, due, days, hours, districts } = data;
  return (
    <>
      <p className={styles['lead']}>
        <strong className={styles['share']}>{isShare(due) ? precisePercent(met, due) : '–'}</strong>
        <span>
          {due === 0 ? (
            'Ningún horario del día terminó todavía.'
          ) : (
            <>
              <Kept met={met} due={due} of={[]} whose="" /> en el primer horario prometido
              {weekAgoText(days)}
            </>
          )}
        </span>
      </p>
      <div className={styles['chart']}>{chart && <chart.PunctualityChart days={days} />}</div>
      <ul ref={list} className={styles['rows']} tabIndex={0} aria-label="Por hora y por distrito, se desplaza">
        {worstFirst(hours).map(({ hour, ...kept }) => (
          <Row key={hour} name={`Horario desde las ${Number(hour)}:00`} {...kept} of={[byHour(hour)]} />
        ))}
        {worstFirst(districts).map(({ ubigeo, name, ...kept }) => (
          <Row key={ubigeo} name={name} {...kept} of={[byDistrict(ubigeo)]} />
        ))}
      </ul>
    </>
  );
}

type Filters = Parameters<typeof FigureLink>[0]['of'];

/** «3 de 7», each with its list. @param props.whose follows their accessible names. */
function Kept({ met, due, of, whose }: Counts & { of: Filters; whose: string }) {
  return (
    <>
      <FigureLink of={[...of, FIGURE_FILTERS.kept]} label={`${formatNumber(met)} en su horario${whose}`}>
        {formatNumber(met)}
      </FigureLink>{' '}
      de{' '}
      <FigureLink of={[...of, FIGURE_FILTERS.promised]} label={`${formatNumber(due)} con horario terminado${whose}`}>
        {formatNumber(due)}
      </FigureLink>
    </>
  );
}

interface RowProps {
  name: string;
  met: number;
  due: number;
  of: Filters;
}

function Row({ name, met, due, of }: RowProps) {
  return (
    <li className={styles['row']} data-low={(isShare(due) && met < 0.9 * due) || undefined}>
      <span className="truncate">{name}</span>
      <span className={styles['percent']}>{isShare(due) ? percent(met, due) : '–'}</span>
      <span className={styles['of']}>
        <Kept met={met} due={due} of={of} whose={`, ${name}`} />
      </span>
    </li>
  );
}
