import {
  ATTENTION_ACTS,
  ATTENTION_DAYS,
  ATTENTION_TRANSFERS,
  type ClosedAttention,
} from '@despacho/contracts/dispatch';
import { useInfiniteQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { attentionHistoryQuery } from '../api/attention-query.ts';
import styles from '../AttentionWindow.module.css';
import { lineSubject, lineTitle } from '../rules/kinds.ts';
import { type Reader, shortWhen } from '../rules/line-times.ts';

/** @returns what people did with a line: «Ana Torres se encargó 12:31. Luis Quispe la pospuso 12:40, hasta 13:00». */
const actsText = (acts: ClosedAttention['acts'], reader: Reader): string =>
  acts
    .map(({ act, by, at, until, to }) => {
      const did = { ...ATTENTION_ACTS, ...ATTENTION_TRANSFERS }[act];
      const text = `${by.user} ${did}${to ? ` a ${to.user}` : ''} ${shortWhen(at, reader)}`;
      return until === null ? text : `${text}, hasta ${shortWhen(until, reader)}`;
    })
    .join('. ');

/** The lines that ended in the last 90 days, with who took and postponed them. */
export function AttentionHistoryList({ officeId, timeZone }: { officeId: string; timeZone: string }) {
  const query = useInfiniteQuery(attentionHistoryQuery(officeId));
  const now = useServerTime();
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  if (query.isPending)
    return <Skeletons label="Cargando la historia" count={6} height={44} className={styles['waiting']} />;
  if (query.isLoadingError) return <QueryError query={query} />;
  if (lines.length === 0)
    return (
      <EmptyState icon={<History size={22} />} title="Todavía no terminó ninguna línea">
        Aquí queda {ATTENTION_DAYS} días cada línea que terminó, con quién se encargó y quién la pospuso.
      </EmptyState>
    );
  return (
    <>
      <ol className={styles['history']} aria-label="Historia de «Por atender»">
        {lines.map((line) => (
          <li key={line.id} className={styles['past']}>
            <span className={styles['pastTitle']}>
              {/* The line at its end. */}
              {lineTitle(line, { timeZone, now: Date.parse(line.closedAt ?? line.since) })}
            </span>
            <span className={styles['pastWhen']}>
              {shortWhen(line.since, { timeZone, now })} a {shortWhen(line.closedAt ?? line.since, { timeZone, now })}
            </span>
            <span className={styles['pastText']}>{lineSubject(line)}</span>
            {line.acts.length > 0 && (
              <span className={styles['pastText']} style={{ gridColumn: '1 / -1' }}>
                {actsText(line.acts, { timeZone, now })}
              </span>
            )}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          className={styles['more']}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Ver más
        </Button>
      )}
    </>
  );
}
