import { type OrderFilter } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Truck from 'lucide-react/icons/truck';
import UserCheck from 'lucide-react/icons/user-check';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { Card } from '../../../shared/ui/Card/Card.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Mark } from '../../../shared/ui/Mark/Mark.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { statesQuery } from '../../orders/api/orders-queries.ts';
import { dayBeforeQuery } from '../api/day-before-query.ts';
import { ordersPath } from '../../orders/rules/orders-path.ts';
import { useOffice } from '../../session/state/use-office.ts';
import { useSession } from '../../session/state/session.ts';
import {
  dayFilter,
  differenceText,
  groupCount,
  groupFilter,
  sharesOf,
  TODAY_GROUPS,
  type TodayGroup,
} from '../rules/today-groups.ts';
import styles from './TodayWidget.module.css';

const ICONS: Readonly<Record<string, typeof Ban>> = {
  pendiente: CircleDashed,
  asignada: UserCheck,
  en_ruta: Truck,
  entregada: CircleCheck,
  no_entregada: CircleX,
  otras: Ban,
};

interface FigureProps {
  group: TodayGroup;
  count: number | undefined;
  /** Yesterday at this hour; undefined if unknown. */
  before: number | undefined;
  to: string;
}

function Figure({ group, count, before, to }: FigureProps) {
  const Icon = ICONS[group.key] ?? Ban;
  return (
    <li>
      <Link to={to} className={styles['figure']}>
        <span className={styles['count']}>
          {count === undefined ? <Skeleton width={64} height={32} /> : formatNumber(count)}
        </span>
        <Mark tone={group.tone} icon={<Icon size={14} aria-hidden="true" />}>
          {group.title}
        </Mark>
      </Link>
      {count !== undefined && before !== undefined && (
        <p className={styles['before']}>
          <strong>{differenceText(count - before)}</strong> · ayer {formatNumber(before)}
        </p>
      )}
    </li>
  );
}

/** D01: today's orders by state, with yesterday at this hour. Each figure links to the list of its orders. */
export function TodayWidget() {
  const me = useSession();
  const { officeId, timeZone } = useOffice();
  const pathOf = (filter: OrderFilter): string => ordersPath(filter, officeId, me);
  const day = useToday(timeZone);
  const { data, error, isFetching, refetch } = useQuery(statesQuery(officeId, dayFilter(day)));
  const { data: before } = useQuery(dayBeforeQuery(officeId, day));
  const isCompared = before !== undefined && before.total > 0;
  const states = data?.states;
  const counts = states && TODAY_GROUPS.map((group) => groupCount(states, group));
  return (
    <Card
      title="Órdenes de hoy"
      note={<Note total={data?.total} isCompared={isCompared} to={pathOf(dayFilter('hoy'))} />}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <>
          <ul className={styles['figures']} aria-busy={!counts || undefined}>
            {TODAY_GROUPS.map((group, at) => (
              <Figure
                key={group.key}
                group={group}
                count={counts?.[at]}
                before={isCompared ? groupCount(before.states, group) : undefined}
                to={pathOf(groupFilter('hoy', group.states))}
              />
            ))}
          </ul>
          <div className={styles['bar']} aria-hidden="true">
            {counts &&
              sharesOf(counts).map((share, at) => {
                const tone = TODAY_GROUPS[at]?.tone ?? 'neutral';
                const color = tone === 'neutral' ? 'var(--muted)' : `var(--${tone})`;
                return share > 0 && <span key={tone} style={{ width: `${share}%`, background: color }} />;
              })}
          </div>
        </>
      )}
    </Card>
  );
}

function Note({ total, isCompared, to }: { total: number | undefined; isCompared: boolean; to: string }) {
  return (
    <span className={styles['note']}>
      {isCompared && <span>frente a ayer a esta hora</span>}
      {total !== undefined && <Link to={to}>{total === 1 ? '1 en total' : `${formatNumber(total)} en total`}</Link>}
    </span>
  );
}
