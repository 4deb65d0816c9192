import { type RouteFigures } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { durationText } from '#features/orders/rules/arrival-text.ts';
import { clockText } from '../rules/route-texts.ts';
import styles from './SortWindow.module.css';

interface Props {
  /** Null if there was no route. */
  before: RouteFigures | null;
  after: RouteFigures;
}

interface Figure {
  name: string;
  of: (figures: RouteFigures) => number;
  text: (value: number) => string;
}

const FIGURES: readonly Figure[] = [
  { name: 'Recorrido', of: ({ km }) => km, text: (km) => `${formatNumber(km)} km` },
  { name: 'Tiempo', of: ({ minutes }) => minutes, text: (minutes) => durationText(60_000 * minutes) },
  { name: 'Termina', of: ({ endsAt }) => endsAt, text: clockText },
  { name: 'Tarde', of: ({ late }) => late, text: formatNumber },
];

/** The figures of a route before and after: kilometres, time, end, orders that are late. Less is better in each. */
export function RouteChange({ before, after }: Props) {
  return (
    <dl className={styles['figures']}>
      {FIGURES.map(({ name, of, text }) => {
        const now = text(of(after));
        const then = before && text(of(before));
        return (
          <div
            key={name}
            data-change={before && then !== now ? (of(after) < of(before) ? 'better' : 'worse') : undefined}
          >
            <dt>{name}</dt>
            <dd>
              {then !== null && then !== now && (
                <>
                  <span className="visually-hidden">de </span>
                  <span className={styles['was']}>{then}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="visually-hidden"> a </span>
                </>
              )}
              <strong>{now}</strong>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
