import { type PunctualityFigures } from '@despacho/contracts/dispatch';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { dayFormat, formatDay } from '../../format/format-day.ts';
import { formatNumber } from '../../format/format-number.ts';
import { useTextScale } from '../../hooks/use-text-scale.ts';
import { precisePercent } from '../../format/percent.ts';
import styles from './Chart.module.css';
import { ChartFrame } from './ChartFrame.tsx';
import { useBox } from './use-box.ts';
import { useChartCursor } from './use-chart-cursor.ts';

type Day = PunctualityFigures['days'][number];

/** In px at the usual font size. */
const AXIS = 16;

/** Pixels for the button that shows the table. */
const GUTTER = 22;
const weekday = dayFormat({ weekday: 'narrow' });

interface Props {
  days: readonly Day[];
  /** Below each bar; the day of the week by default. */
  tickOf?: (day: string) => string;
  /** Whether the last bar is the day shown. */
  marksLast?: boolean;
}

/** The part kept by day. */
export function PunctualityChart({ days, ...looks }: Props) {
  return (
    <ChartFrame
      caption="Puntualidad por día"
      columns={['Día', 'Puntualidad', 'A tiempo', 'Con horario']}
      rows={days.map(({ day, met, due }) => [
        formatDay(day, day),
        precisePercent(met, due),
        formatNumber(met),
        formatNumber(due),
      ])}
    >
      <Drawing days={days} {...looks} />
    </ChartFrame>
  );
}

function Drawing({ days, tickOf = weekday, marksLast = true }: Props) {
  const [box, ref] = useBox();
  const scale = useTextScale();
  const axis = AXIS * scale;
  const width = box?.width ?? 0;
  const height = box?.height ?? 0;
  const textOf = ({ day, met, due }: Day): string =>
    `${formatDay(day, day)}: ${precisePercent(met, due)}, ${formatNumber(met)} de ${formatNumber(due)}`;
  const cursor = useChartCursor(days.length, {
    label: 'Puntualidad por día; use las flechas',
    textOf: (at) => {
      const day = days[at];
      return day ? textOf(day) : '';
    },
    pointAt: (share) =>
      Math.min(days.length - 1, Math.floor(((share * width) / Math.max(1, width - GUTTER)) * days.length)),
  });
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [0, Math.max(0, width - GUTTER)], padding: 0.22 });
  // Differences between good days would not be visible from zero.
  const lowest = Math.min(...days.filter(({ due }) => due > 0).map(({ met, due }) => met / due), 0.8);
  const floor = Math.max(0, Math.floor(lowest * 10 - 1) / 10);
  const y = scaleLinear({ domain: [floor, 1], range: [Math.max(2, height - axis), 2] });
  // Labels of a month would overlap.
  const every = Math.ceil((days.length * 20 * scale) / Math.max(1, width));
  const chosen = cursor.point === null ? undefined : days[cursor.point];
  return (
    <div ref={ref} className={styles['plot']}>
      {box && (
        <svg width={width} height={height} aria-hidden="true" className={styles['svg']}>
          <line className={styles['grid']} x1={0} x2={width - GUTTER} y1={y(1)} y2={y(1)} />
          <line className={styles['axis']} x1={0} x2={width - GUTTER} y1={height - axis} y2={height - axis} />
          {days.map(({ day, met, due }, at) => {
            const left = x(day) ?? 0;
            const top = due === 0 ? height - axis : y(met / due);
            return (
              <g key={day}>
                {due > 0 && (
                  <Bar
                    className={
                      styles[marksLast && at === days.length - 1 ? 'today' : met < 0.9 * due ? 'low' : 'bar'] ?? ''
                    }
                    x={left}
                    width={x.bandwidth()}
                    y={Math.min(top, height - axis - 2)}
                    height={Math.max(2, height - axis - top)}
                    rx={2}
                    data-chosen={cursor.point === at || undefined}
                  />
                )}
                {at % every === 0 && (
                  <text className={styles['tick']} x={left + x.bandwidth() / 2} y={height - 3} textAnchor="middle">
                    {tickOf(day)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      <div {...cursor.handle} className={styles['handle']} />
      {chosen && (
        <p className={styles['readout']} aria-hidden="true">
          {textOf(chosen)}
        </p>
      )}
      <span className={styles['scale']} aria-hidden="true">
        100 % arriba, {formatNumber(Math.round(floor * 100))} % abajo
      </span>
    </div>
  );
}
