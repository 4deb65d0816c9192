import { EVIDENCE_KINDS, type EvidenceFilter, type MissingProof } from '@despacho/contracts/dispatch';
import { useInfiniteQuery } from '@tanstack/react-query';
import CameraOff from 'lucide-react/icons/camera-off';
import CircleCheck from 'lucide-react/icons/circle-check';
import ImagePlus from 'lucide-react/icons/image-plus';
import { Fragment } from 'react';
import { formatDay, formatWeekday } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import { missingQuery } from '#features/photos/api/photo-queries.ts';
import { dropTarget } from '#features/photos/state/use-photo-drop.ts';
import { useOrderUploads } from '../state/use-order-uploads.tsx';
import styles from './MissingList.module.css';
import { OrderLink } from './OrderLink.tsx';

interface Props {
  officeId: string;
  timeZone: string;
  filter: EvidenceFilter;
  onClearFilter: () => void;
}

/** The closed orders that lack a photo which the office demands, by working day. Photos can be dropped on them. */
export function MissingList({ officeId, timeZone, filter, onClearFilter }: Props) {
  const query = useInfiniteQuery(missingQuery(officeId, filter));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useReportFirstRows(!query.isPending);
  const rows = query.data?.pages.flatMap(({ orders }) => orders) ?? [];
  const kindOf = ({ missing }: MissingProof) => missing[0];
  const uploads = useOrderUploads(officeId, (orderId) => {
    const row = rows.find(({ order }) => order.id === orderId);
    return row && { order: row.order, kind: kindOf(row) };
  });
  const [page] = query.data?.pages ?? [];
  const period = page && `del ${formatDay(page.from, page.to)} al ${formatDay(page.to, page.to)}`;
  const isNarrowed = Object.keys(filter).some((name) => !['desde', 'hasta', 'observacion'].includes(name));
  return (
    <div className={styles['scroller']} tabIndex={rows.length === 0 ? 0 : -1}>
      {query.isPending && <Skeletons label="Cargando lo que falta" count={8} height={64} />}
      {query.isError && rows.length === 0 && <QueryError query={query} />}
      {period !== undefined && rows.length === 0 && (
        <EmptyState
          icon={<CircleCheck size={22} />}
          title="No falta ninguna foto"
          action={isNarrowed ? <Button onClick={onClearFilter}>Quitar filtros</Button> : undefined}
        >
          Las órdenes cerradas {period} tienen las fotos que la oficina pide.
        </EmptyState>
      )}
      {rows.length > 0 && <p className={styles['lead']}>Órdenes cerradas {period} sin una foto que la oficina pide.</p>}
      <ul className={styles['list']}>
        {rows.map((row, at) => (
          <Fragment key={row.order.id}>
            {row.day !== rows[at - 1]?.day && (
              <li className={styles['day']}>
                <h2>{formatWeekday(row.day)}</h2>
              </li>
            )}
            <li
              className={styles['row']}
              data-over={uploads.over === row.order.id || undefined}
              {...dropTarget(row.order.id)}
            >
              <p className={styles['head']}>
                <OrderLink order={row.order} officeId={officeId} className={styles['code']} />
                <StateMark state={row.order.state} />
              </p>
              <p className={styles['who']}>
                <strong className="truncate">{row.order.recipient}</strong>
                <span className="truncate">
                  {row.order.address}, {row.order.district.name}
                </span>
              </p>
              <p className={styles['who']}>
                <span className="truncate">{row.order.client.name}</span>
                <span className="truncate">
                  {row.courier?.name ?? 'Sin repartidor'} · {formatTime(row.closedAt, timeZone)}
                </span>
              </p>
              <p className={styles['missing']}>
                {row.missing.map((kind) => (
                  <Mark key={kind} tone="warn" icon={<CameraOff size={14} aria-hidden="true" />}>
                    Falta {EVIDENCE_KINDS[kind].toLowerCase()}
                  </Mark>
                ))}
              </p>
              {uploads.isAllowed && (
                <Button
                  size="sm"
                  aria-label={`Subir fotos a ${row.order.code}`}
                  icon={<ImagePlus size={16} aria-hidden="true" />}
                  onClick={() => uploads.open(row.order, kindOf(row))}
                >
                  Subir fotos
                </Button>
              )}
            </li>
          </Fragment>
        ))}
      </ul>
      {query.isFetchNextPageError && <FailureAlert error={query.error} />}
      {hasNextPage && (
        <p className={styles['more']}>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Mostrar más
          </Button>
        </p>
      )}
      {uploads.window}
    </div>
  );
}
