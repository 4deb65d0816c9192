import { emptyFilter, type OrderFlag } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { Card } from '../../../shared/ui/Card/Card.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { countsQuery } from '../../orders/api/orders-queries.ts';
import { ordersPath } from '../../orders/rules/orders-path.ts';
import { useSession } from '../../session/state/session.ts';
import { useOffice } from '../../session/state/use-office.ts';
import styles from './AttentionWidget.module.css';

/** What needs attention, most urgent first, with an explanation. */
const ROWS: readonly { flag: OrderFlag; title: string; text: string }[] = [
  { flag: 'vencidas', title: 'Atrasadas', text: 'Pasó su horario y siguen abiertas' },
  { flag: 'por_vencer', title: 'Por vencer', text: 'Su horario termina en menos de dos horas' },
  { flag: 'sin_asignar', title: 'Sin asignar', text: 'Todavía no las lleva nadie' },
  { flag: 'no_entregadas', title: 'No entregadas', text: 'Esperan una nueva visita o su devolución' },
];

const flagged = (flag: OrderFlag) => ({ ...emptyFilter(), flags: { is: [flag], not: [] } });

/** D04: the office's orders of any day that need attention. Each line links to the list of its orders. */
export function AttentionWidget() {
  const me = useSession();
  const { officeId } = useOffice();
  const { data, error, isFetching, refetch } = useQuery(countsQuery(officeId, emptyFilter()));
  if (error && !data)
    return (
      <Card title="Por atender">
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    );
  return (
    <Card title="Por atender" note="de cualquier día">
      <ul className={styles['list']} aria-busy={!data || undefined}>
        {ROWS.map(({ flag, title, text }) => {
          const count = data?.flags?.[flag];
          return (
            <li key={flag}>
              <Link
                to={ordersPath(flagged(flag), officeId, me)}
                className={styles['row']}
                data-none={count === 0 || undefined}
              >
                <span className={styles['count']}>
                  {count === undefined ? <Skeleton width={36} height={24} /> : formatNumber(count)}
                </span>
                <span>
                  <span className={styles['title']}>{title}</span>
                  <span className={styles['text']}>{text}</span>
                </span>
                <ChevronRight size={16} aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
