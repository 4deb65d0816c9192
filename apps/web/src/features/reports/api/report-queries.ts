import { REPORT_OPERATIONS, type ReportGroup, reportOperations, type ReportPeriod } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

export interface ReportOf {
  officeId: string;
  group: ReportGroup;
  period: ReportPeriod;
  /** The first day of the period, so that all its days share an answer. */
  day: string;
}

/** A report is read again only when it is opened: it is long, and people compare its rows. */
const shared = { staleTime: 5 * 60_000 } as const;

export const reportAddress = ({ officeId, period, day }: Omit<ReportOf, 'group'>) => ({
  officeId,
  periodo: period,
  dia: day,
});

export const reportQuery = ({ group, ...of }: ReportOf) =>
  queryOptions({
    queryKey: ['reports', of.officeId, group, of.period, of.day] as const,
    queryFn: (context) =>
      call(reportOperations[REPORT_OPERATIONS[group].read], { query: reportAddress(of), ...reading(context) }),
    // Other rows of the same days: their sum stays.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === of.officeId && query.queryKey[3] === of.period && query.queryKey[4] === of.day
        ? previous
        : undefined,
    ...shared,
  });

export const sheetQuery = (officeId: string, client: string, day: string) =>
  queryOptions({
    queryKey: ['reports', officeId, 'sheet', client, day] as const,
    queryFn: (context) =>
      call(reportOperations['reports.sheet'], { query: { officeId, cliente: client, dia: day }, ...reading(context) }),
    ...shared,
  });
