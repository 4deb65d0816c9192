import { type Report, type ReportFigures } from '@despacho/contracts/dispatch';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';
import { ChartFrame } from '#shared/ui/Chart/ChartFrame.tsx';
import chart from '#shared/ui/Chart/Chart.module.css';
import { useBox } from '#shared/ui/Chart/use-box.ts';
import { useChartCursor } from '#shared/ui/Chart/use-chart-cursor.ts';
import styles from './VolumeChart.module.css';

type Day = Report['days'][number];

/** The parts of a bar, from below. */
const VOLUME_PARTS = { delivered: 'Entregadas', failed: 'No entregadas', open: 'Sin cerrar' } as const;

const PARTS = Object.keys(VOLUME_PARTS) as (keyof typeof VOLUME_PARTS)[];

/** In px at the usual font size. */
const AXIS = 16;
const LEFT = 34;
const NO_DATA = 'sin datos';

const counts = (figures: ReportFigures | null): string[] =>
  PARTS.map((part) => (figures === null ? NO_DATA : formatNumber(figures[part] ?? 0)));

const textOf = ({ day, figures }: Day): string =>
  figures === null
    ? `${formatDay(day, day)}: ${NO_DATA}`
    : `${formatDay(day, day)}: ${PARTS.map((part) => `${formatNumber(figures[part] ?? 0)} ${VOLUME_PARTS[part].toLowerCase()}`).join(', ')}`;

/** The orders of each day: delivered, failed and open ones on top of each other. Days without data have no bar. */
export function VolumeChart({ days, tickOf }: { days: readonly Day[]; tickOf: (day: string) => string }) {
  return (
    <ChartFrame
      caption="Órdenes por día"
      columns={['Día', ...Object.values(VOLUME_PARTS)]}
      rows={days.map(({ day, figures }) => [formatDay(day, day), ...counts(figures)])}
    >
      <Drawing days={days} tickOf={tickOf} />
    </ChartFrame>
  );
}

function Drawing({ days, tickOf }: { days: readonly Day[]; tickOf: (day: string) => string }) {
  const [box, ref] = useBox();
  const scale = useTextScale();
  const left = LEFT * scale;
  const hatch = useId();
  const width = box?.width ?? 0;
  const bottom = (box?.height ?? 0) - AXIS * scale;
  const cursor = useChartCursor(days.length, {
    label: 'Órdenes por día; use las flechas',
    textOf: (at) => {
      const day = days[at];
      return day ? textOf(day) : '';
    },
    pointAt: (share) => Math.floor(((share * width - left) / Math.max(1, width - left)) * days.length),
  });
  const most = Math.max(1, ...days.map(({ figures }) => figures?.orders ?? 0));
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [left, width], padding: 0.22 });
  const y = scaleLinear({ domain: [0, most], range: [Math.max(2, bottom), 6], nice: true });
  // Labels of a month on a phone would overlap.
  const every = Math.ceil((days.length * 20 * scale) / Math.max(1, width - left));
  const chosen = cursor.point === null ? undefined : days[cursor.point];
  return (
    <div ref={ref} className={chart['plot']}>
      {box && (
        <svg width={width} height={box.height} aria-hidden="true" className={chart['svg']}>
          <defs>
            <pattern id={hatch} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className={styles['failedGround']} width={5} height={5} />
              <line className={styles['failedLine']} x1={0} x2={0} y1={0} y2={5} />
            </pattern>
          </defs>
          {y.ticks(3).map((tick) =>
            Number.isInteger(tick) ? (
              <g key={tick}>
                <line
                  className={tick === 0 ? chart['axis'] : chart['grid']}
                  x1={left}
                  x2={width}
                  y1={y(tick)}
                  y2={y(tick)}
                />
                <text className={chart['tick']} x={left - 6} y={y(tick) + 4} textAnchor="end">
                  {formatNumber(tick)}
                </text>
              </g>
            ) : null,
          )}
          {days.map(({ day, figures }, at) => {
            let top = 0;
            return (
              <g key={day} data-chosen={cursor.point === at || undefined} className={styles['bar']}>
                {figures === null ? (
                  <text
                    className={chart['tick']}
                    x={(x(day) ?? 0) + x.bandwidth() / 2}
                    y={bottom - 4}
                    textAnchor="middle"
                  >
                    ?
                  </text>
                ) : (
                  PARTS.map((part) => {
                    const from = top;
                    top += figures[part] ?? 0;
                    return top === from ? null : (
                      <rect
                        key={part}
                        className={styles[part]}
                        fill={part === 'failed' ? `url(#${hatch})` : undefined}
                        x={x(day)}
                        width={x.bandwidth()}
                        y={y(top)}
                        height={Math.max(1, y(from) - y(top))}
                      />
                    );
                  })
                )}
                {at % every === 0 && (
                  <text
                    className={chart['tick']}
                    x={(x(day) ?? 0) + x.bandwidth() / 2}
                    y={bottom + 13}
                    textAnchor="middle"
                  >
                    {tickOf(day)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      <div {...cursor.handle} className={chart['handle']} />
      {chosen && (
        <p className={chart['readout']} aria-hidden="true">
          {textOf(chosen)}
        </p>
      )}
    </div>
  );
}

/** The style of the parts of a bar. */
export function VolumeLegend() {
  return (
    <ul className={styles['legend']} aria-hidden="true">
      {PARTS.map((part) => (
        <li key={part} data-part={part}>
          {VOLUME_PARTS[part]}
        </li>
      ))}
    </ul>
  );
}
