import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { describeFailure } from '#shared/format/describe-failure.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { classes } from '#shared/styles/classes.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { type FiguresQuery } from '../api/figures-queries.ts';
import { type Figures, useFigures } from '../state/figures-context.ts';
import styles from './WidgetCard.module.css';

interface Props<Data> {
  title: string;
  note?: (data: Data, figures: Figures) => ReactNode;
  query: FiguresQuery<Data>;
  /** Rows of the placeholder while it loads. */
  rows: number;
  /** Shown in place of the content if it returns a text. */
  empty?: (data: Data) => string | null;
  className?: string | undefined;
  children: (data: Data, figures: Figures) => ReactNode;
}

/** @returns why a past minute has no figures: its data was erased or never existed. Null for other failures. */
const missingText = (error: unknown): string | null =>
  error instanceof HttpFailure && error.kind === 'expired' ? describeFailure(error).advice : null;

/** A widget: its content, or why there is none. Its height does not depend on which. */
export function WidgetCard<Data>({ title, note, query: queryOf, rows, empty, className, children }: Props<Data>) {
  const figures = useFigures();
  const query = useQuery(queryOf(figures));
  const { data, error } = query;
  useReportFirstRows(data !== undefined || Boolean(error));
  const missing = missingText(error);
  const nothing = data === undefined ? missing : (empty?.(data) ?? null);
  return (
    <Card
      title={title}
      note={data !== undefined ? note?.(data, figures) : !error && <Skeleton width={120} height={12} />}
      className={classes(styles['widget'], className)}
      aria-busy={data === undefined && !error ? true : undefined}
    >
      {nothing !== null && <p className={styles['empty']}>{nothing}</p>}
      {data !== undefined && nothing === null && children(data, figures)}
      {data === undefined && missing === null && Boolean(error) && <QueryError query={query} />}
      {data === undefined && !error && (
        <div role="status" aria-label={`Cargando: ${title}`} className={styles['loading']}>
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} height={18} width={`${60 + ((row * 17) % 40)}%`} />
          ))}
        </div>
      )}
    </Card>
  );
}
