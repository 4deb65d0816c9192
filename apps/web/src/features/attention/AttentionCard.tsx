import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { chunk } from '#shared/http/chunk.ts';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { attentionQuery, CARD_LINES } from './api/attention-query.ts';
import { ClosedItem } from './components/AttentionItem.tsx';
import { AttentionList } from './components/AttentionList.tsx';
import { ATTENTION_PARAM, HANDOVER, withKind } from './rules/attention-address.ts';
import { useClosings } from './state/use-closings.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import styles from './AttentionCard.module.css';

const HandoverWindow = lazy(chunk(() => import('./HandoverWindow.tsx')));
const AttentionWindow = lazy(chunk(() => import('./AttentionWindow.tsx')));

/** D04: what needs a person now. The card shows the most urgent lines, a window all of them. */
export default function AttentionCard() {
  const { officeId, timeZone } = useOffice();
  const [params, setParams] = useSearchParams();
  const query = useQuery(attentionQuery(officeId, CARD_LINES));
  const reader = { timeZone, now: useServerTime() };
  // Where the top bar has a second row, it would grow when it arrives.
  const isNarrow = useMediaQuery('(width < 61.9375em)');
  const { data } = query;
  useClosings(data);
  const lines = data?.lines.filter(({ snoozed }) => snoozed === null) ?? [];
  const closed = data?.closed.slice(0, Math.max(0, CARD_LINES - lines.length)) ?? [];
  const all = { search: withKind(params) };
  const close = (): void => {
    const without = new URLSearchParams(params);
    for (const name of [ATTENTION_PARAM, HANDOVER]) without.delete(name);
    setParams(without, { replace: true });
  };
  const handover = <Button onClick={() => setParams([...params, [HANDOVER, '1']])}>Relevo</Button>;
  return (
    <Card
      title="Por atender"
      className={styles['card']}
      note={
        data && (
          <Link to={all} className={styles['all']}>
            {countText(data.open, 'abierta', 'abiertas')}
            {data.mine > 0 && `, ${countText(data.mine, 'suya', 'suyas')}`}
            {data.more && ' o más'}
          </Link>
        )
      }
    >
      {query.isPending && (
        <Skeletons label="Cargando lo que hay por atender" count={4} height={40} className={styles['waiting']} />
      )}
      {query.isLoadingError && <QueryError query={query} />}
      {data && lines.length === 0 && (
        <div className={styles['none']}>
          <CircleCheck size={22} aria-hidden="true" />
          <p>No hay nada por atender. Aquí aparece lo que se atrasa, se queda sin repartidor o no cuadra.</p>
        </div>
      )}
      {lines.length > 0 && (
        <AttentionList compact label="Lo más urgente" officeId={officeId} timeZone={timeZone} lines={lines} />
      )}
      {closed.length > 0 && (
        <ul aria-label="Resueltas hace poco">
          {closed.map((line) => (
            <ClosedItem key={line.id} line={line} reader={reader} />
          ))}
        </ul>
      )}
      {data && data.open > lines.length && (
        <Link to={all} className={styles['more']}>
          Ver las {formatNumber(data.open)}
        </Link>
      )}
      {params.has(ATTENTION_PARAM) && (
        <Suspense fallback={null}>
          <AttentionWindow officeId={officeId} timeZone={timeZone} onClose={close} />
        </Suspense>
      )}
      {isNarrow ? <div className={styles['handover']}>{handover}</div> : <TopBarSlot>{handover}</TopBarSlot>}
      {params.has(HANDOVER) && (
        <Suspense fallback={null}>
          <HandoverWindow officeId={officeId} timeZone={timeZone} onClose={close} />
        </Suspense>
      )}
    </Card>
  );
}
