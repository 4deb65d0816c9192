import { FIGURE_FILTERS, byDistrict, byReason, type TodayFigures } from '@despacho/contracts/dispatch';
import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Hourglass from 'lucide-react/icons/hourglass';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Truck from 'lucide-react/icons/truck';
import UserCheck from 'lucide-react/icons/user-check';
import { countText } from '#shared/format/count-text.ts';
import { dayFormat } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { classes } from '#shared/styles/classes.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { OrderStep } from '#features/session/components/NextStep.tsx';
import { todayQuery } from '../api/figures-queries.ts';
import { percent, shareText } from '#shared/format/percent.ts';
import { differenceText, groupCount, sharesOf, TODAY_GROUPS, type TodayGroup } from '../rules/today-groups.ts';
import { doneOf, totalOf, type Verdict, verdictOf } from '../rules/verdict.ts';
import { type Figures, useFigures } from '../state/figures-context.ts';
import { FigureLink } from './FigureLink.tsx';
import styles from './TodayWidget.module.css';
import { WidgetCard } from './WidgetCard.tsx';

/** After the figures, which do not wait for a drawing. */
const loadChart = afterFirstRows(() => import('../charts/CourseChart.tsx'));

const ICONS: Readonly<Record<string, typeof Ban>> = {
  pendiente: CircleDashed,
  asignada: UserCheck,
  en_ruta: Truck,
  entregada: CircleCheck,
  no_entregada: CircleX,
  otras: Ban,
};

const VERDICT_ICONS = { good: CircleCheck, warn: Hourglass, alarm: TriangleAlert, neutral: Hourglass };

/** D01: the day's progress and expected end, compared with yesterday and the usual. */
export function TodayWidget() {
  return (
    <WidgetCard
      title={titleOf(useFigures())}
      query={todayQuery}
      rows={9}
      className={styles['today']}
      note={(data) => (
        <FigureLink of={[FIGURE_FILTERS.all]} className={styles['total']}>
          {orderCount(totalOf(data))}
        </FigureLink>
      )}
    >
      {(data, figures) => <Day data={data} figures={figures} />}
    </WidgetCard>
  );
}

function titleOf({ day, moment }: Figures): string {
  if (moment !== undefined) return '¿Cómo iba el día?';
  return day === undefined ? '¿Terminamos hoy?' : '¿Se terminó el día?';
}

function Day({ data, figures }: { data: TodayFigures; figures: Figures }) {
  const chart = useLazyModule(loadChart);
  const { timeZone } = figures;
  const isToday = figures.day === undefined;
  const verdict = verdictOf(data, { isToday, timeZone });
  return (
    <>
      <div className={styles['head']}>
        <Answer data={data} verdict={verdict} isToday={isToday} />
        <div className={styles['chart']}>
          {chart && <chart.CourseChart data={data} timeZone={timeZone} isToday={isToday} />}
        </div>
      </div>
      <States data={data} isCompared={isToday && data.before !== null} />
      <Failures data={data} />
    </>
  );
}

const weekday = dayFormat({ weekday: 'long' });
/** «lunes» to «viernes» have the same plural. */
const weekdays = (day: string): string => weekday(day).replace(/[^s]$/u, '$&s');

function Answer({ data, verdict, isToday }: { data: TodayFigures; verdict: Verdict; isToday: boolean }) {
  const [total, done] = [totalOf(data), doneOf(data)];
  const Icon = VERDICT_ICONS[verdict.tone];
  const usual = data.usual;
  return (
    <div className={styles['answer']}>
      <p className={classes(styles['verdict'], styles[verdict.tone])} role="status">
        <Icon size={26} aria-hidden="true" />
        {verdict.title}
      </p>
      <p className={styles['text']}>{verdict.text}</p>
      {total === 0 && isToday && <OrderStep />}
      {total > 0 && (
        <>
          <p className="muted">
            <FigureLink of={[FIGURE_FILTERS.done]} className={styles['done']}>
              <strong>{formatNumber(done)}</strong> de {formatNumber(total)}
            </FigureLink>{' '}
            cerradas · {percent(done, total)}
          </p>
          <div className={styles['bar']} aria-hidden="true">
            <span style={{ width: `${(100 * done) / total}%` }} />
            {usual !== null && <i style={{ left: `${Math.min(1000, usual) / 10}%` }} />}
          </div>
          <p className={styles['usual']}>
            {usual === null
              ? `Lo usual se sabe con cuatro ${weekdays(data.day)} anteriores con órdenes.`
              : `Lo usual un ${weekday(data.day)} a esta hora: ${shareText(usual)}`}
          </p>
        </>
      )}
      {data.late > 0 && (
        <FigureLink of={[FIGURE_FILTERS.late]} className={styles['late']}>
          <TriangleAlert size={14} aria-hidden="true" />
          {countText(data.late, 'atrasada', 'atrasadas')}
        </FigureLink>
      )}
    </div>
  );
}

function States({ data, isCompared }: { data: TodayFigures; isCompared: boolean }) {
  const counts = TODAY_GROUPS.map((group) => groupCount(data.states, group));
  return (
    <div className={styles['states']}>
      <div className={styles['split']} aria-hidden="true">
        {sharesOf(counts).map((share, at) => {
          const tone = TODAY_GROUPS[at]?.tone ?? 'neutral';
          const color = tone === 'neutral' ? 'var(--muted)' : `var(--${tone})`;
          return share > 0 && <span key={tone} style={{ width: `${share}%`, background: color }} />;
        })}
      </div>
      <ul
        className={styles['figures']}
        aria-label={isCompared ? 'Por estado, frente a ayer a esta hora' : 'Por estado'}
      >
        {TODAY_GROUPS.map((group, at) => (
          <State
            key={group.key}
            group={group}
            count={counts[at] ?? 0}
            before={isCompared && data.before ? groupCount(data.before, group) : undefined}
          />
        ))}
      </ul>
    </div>
  );
}

function State({ group, count, before }: { group: TodayGroup; count: number; before: number | undefined }) {
  const Icon = ICONS[group.key] ?? Ban;
  return (
    <li>
      <FigureLink of={[{ states: { is: [...group.states], not: [] } }]} className={styles['figure']}>
        <span className={styles['count']}>
          {formatNumber(count)}
          {before !== undefined && (
            <small className={styles['before']} title={`Ayer a esta hora: ${formatNumber(before)}`}>
              {differenceText(count - before)}
              <span className="visually-hidden">, ayer a esta hora {formatNumber(before)}</span>
            </small>
          )}
        </span>
        <Mark tone={group.tone} icon={<Icon size={14} aria-hidden="true" />}>
          {group.title}
        </Mark>
      </FigureLink>
    </li>
  );
}

const SHOWN_CAUSES = 3;

/** Why visits failed, and where: the largest groups. */
function Failures({ data }: { data: TodayFigures }) {
  const { total, reasons, districts } = data.failures;
  if (total === 0) return <p className={styles['failures']}>Ninguna visita del día falló.</p>;
  return (
    <p className={styles['failures']}>
      <FigureLink of={[FIGURE_FILTERS.failed]} className={styles['cause']}>
        <strong>{formatNumber(total)}</strong> {total === 1 ? 'visita falló' : 'visitas fallaron'}
      </FigureLink>
      {reasons.slice(0, SHOWN_CAUSES).map(({ value, name, orders }) => (
        <FigureLink key={value} of={[FIGURE_FILTERS.failed, byReason(value)]} className={styles['cause']}>
          {name} <strong>{formatNumber(orders)}</strong>
        </FigureLink>
      ))}
      {districts.slice(0, SHOWN_CAUSES).map(({ value, name, orders }) => (
        <FigureLink key={value} of={[FIGURE_FILTERS.failed, byDistrict(value)]} className={styles['cause']}>
          en {name} <strong>{formatNumber(orders)}</strong>
        </FigureLink>
      ))}
    </p>
  );
}
