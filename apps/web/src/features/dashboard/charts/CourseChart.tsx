import { COURSE_MINUTES, type TodayFigures } from '@despacho/contracts/dispatch';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';
import { doneOf, totalOf } from '../rules/verdict.ts';
import styles from '#shared/ui/Chart/Chart.module.css';
import { ChartFrame } from '#shared/ui/Chart/ChartFrame.tsx';
import { coursePoints, shownHours, ticksUpTo, type CoursePoint } from './course-points.ts';
import { useBox } from '#shared/ui/Chart/use-box.ts';
import { useChartCursor } from '#shared/ui/Chart/use-chart-cursor.ts';

/** In px, for text of this scale. At the right and above: the value, and the button that shows the table. */
const marginsAt = (scale: number) => ({ top: 20 * scale, right: 30 * scale, bottom: 20 * scale, left: 34 * scale });

interface Props {
  data: TodayFigures;
  timeZone: string;
  isToday: boolean;
}

/** The day's course: closed orders up to now, the usual course, and the projection of the pace. */
export function CourseChart({ data, timeZone, isToday }: Props) {
  const points = coursePoints(data);
  const name = (point: CoursePoint): string => formatTime(new Date(point.at).toISOString(), timeZone);
  const value = (count: number | null): string => (count === null ? '–' : formatNumber(Math.round(count)));
  return (
    <ChartFrame
      caption="Órdenes cerradas por hora"
      columns={['Hora', 'Cerradas', 'Lo usual']}
      rows={points.filter((_, at) => at % 4 === 3).map((point) => [name(point), value(point.done), value(point.usual)])}
    >
      <Drawing data={data} points={points} name={name} value={value} isToday={isToday} />
    </ChartFrame>
  );
}

interface DrawingProps {
  data: TodayFigures;
  points: readonly CoursePoint[];
  name: (point: CoursePoint) => string;
  value: (count: number | null) => string;
  isToday: boolean;
}

function Drawing({ data, points, name, value, isToday }: DrawingProps) {
  const [box, ref] = useBox();
  const scale = useTextScale();
  const margin = marginsAt(scale);
  const total = totalOf(data);
  const hours = shownHours(points, data);
  const shown = points.slice(hours.from, hours.to + 1);
  const [first, last] = [shown[0], shown.at(-1)];
  const step = COURSE_MINUTES * 60_000;
  const cursor = useChartCursor(shown.length, {
    label: 'Avance del día; use las flechas',
    textOf: (at) => {
      const point = shown[at];
      return point ? `${name(point)}: ${value(point.done)} cerradas, lo usual ${value(point.usual)}` : '';
    },
    pointAt: (share) => {
      if (!box || !first) return 0;
      return Math.round((x.invert(share * box.width) - first.at) / step);
    },
  });
  const width = box?.width ?? 0;
  const height = box?.height ?? 0;
  const x = scaleLinear({
    domain: [first?.at ?? 0, last?.at ?? 1],
    range: [margin.left, Math.max(margin.left, width - margin.right)],
  });
  const y = scaleLinear({
    domain: [0, Math.max(4, total)],
    range: [Math.max(margin.top, height - margin.bottom), margin.top],
  });
  const done = shown.filter((point) => point.done !== null);
  const usual = shown.filter((point) => point.usual !== null);
  const now = done.at(-1);
  const chosen = cursor.point === null ? undefined : shown[cursor.point];
  const end = isToday ? data.end : null;
  return (
    <div ref={ref} className={styles['plot']}>
      {box && first && last && (
        <svg width={width} height={height} aria-hidden="true" className={styles['svg']}>
          {ticksUpTo(total).map((tick) => (
            <g key={tick}>
              <line className={styles['grid']} x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
              <text className={styles['tick']} x={margin.left - 6} y={y(tick) + 4} textAnchor="end">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {shown.map(
            (point) =>
              point.isHour && (
                <text key={point.at} className={styles['tick']} x={x(point.at)} y={height - 4} textAnchor="middle">
                  {hourLabel(name(point), width / scale, shown.length)}
                </text>
              ),
          )}
          {end && now && (
            <polygon
              className={styles['range']}
              points={[
                [x(now.at), y(now.done ?? 0)],
                [Math.min(width - margin.right, x(Date.parse(end.from))), y(total)],
                [Math.min(width - margin.right, x(end.to === null ? last.at : Date.parse(end.to))), y(total)],
              ]
                .map((pair) => pair.join(','))
                .join(' ')}
            />
          )}
          <LinePath<CoursePoint>
            data={usual}
            x={(point) => x(point.at)}
            y={(point) => y(point.usual ?? 0)}
            className={styles['usual'] ?? ''}
          />
          <LinePath<CoursePoint>
            data={done}
            x={(point) => x(point.at)}
            y={(point) => y(point.done ?? 0)}
            className={styles['done'] ?? ''}
          />
          {usual.length > 0 && (
            <text className={styles['name']} {...labelOf(usual, x, y, 0.62)}>
              lo usual
            </text>
          )}
          {now && (
            <>
              <circle className={styles['now']} cx={x(now.at)} cy={y(now.done ?? 0)} r={4} />
              <text
                className={styles['value']}
                x={x(now.at) + 8}
                y={Math.min(height - margin.bottom - 2, y(now.done ?? 0) + 14 * scale)}
              >
                {value(doneOf(data))}
              </text>
            </>
          )}
          {chosen && (
            <g>
              <line
                className={styles['cursor']}
                x1={x(chosen.at)}
                x2={x(chosen.at)}
                y1={margin.top}
                y2={height - margin.bottom}
              />
              {chosen.usual !== null && (
                <circle className={styles['dot']} cx={x(chosen.at)} cy={y(chosen.usual)} r={3} />
              )}
              {chosen.done !== null && <circle className={styles['now']} cx={x(chosen.at)} cy={y(chosen.done)} r={3} />}
            </g>
          )}
        </svg>
      )}
      <div {...cursor.handle} className={styles['handle']} />
      {chosen && (
        <p className={styles['readout']} aria-hidden="true">
          {name(chosen)} · <strong>{value(chosen.done)}</strong> cerradas
          {chosen.usual !== null && ` · lo usual ${value(chosen.usual)}`}
        </p>
      )}
    </div>
  );
}

/** Pixels of a label and the space beside it, at the usual font size. */
const LABEL = 46;

/** Only every second, third or sixth hour where all of them would touch. */
function hourLabel(text: string, width: number, points: number): string {
  const hours = (points * COURSE_MINUTES) / 60;
  const every = [1, 2, 3, 6].find((each) => (each * width) / hours >= LABEL) ?? 12;
  return Number(text.slice(0, 2)) % every === 0 ? text : '';
}

function labelOf(
  line: readonly CoursePoint[],
  x: (at: number) => number,
  y: (count: number) => number,
  share: number,
): { x: number; y: number; textAnchor: 'end' } {
  const point = line[Math.floor(line.length * share)];
  return { x: x(point?.at ?? 0) - 6, y: y(point?.usual ?? 0) - 6, textAnchor: 'end' };
}
