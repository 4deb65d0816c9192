import { dashboardOperations } from '@despacho/contracts/dispatch';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { reading } from '../../../shared/queries/reading.ts';

/** Which day of which office; today without a day. */
export interface FiguresOf {
  officeId: string;
  /** Undefined for today, so that the figures follow the day when it turns. */
  day: string | undefined;
}

/** Figures also change because time passes: what is late, what a pace leads to, who is silent. */
const EACH_MINUTE = 60_000;

type Widget = 'today' | 'punctuality' | 'couriers' | 'money' | 'clients';

export const figuresKey = (officeId: string, widget: Widget | 'activity') => ['figures', officeId, widget] as const;

const inDay = ({ officeId, day }: FiguresOf) => ({ query: { officeId, ...(day !== undefined && { dia: day }) } });

const shared = { staleTime: EACH_MINUTE, placeholderData: keepPreviousData } as const;

/** @param every milliseconds. Other days than today do not change by themselves. */
const renewed = ({ day }: FiguresOf, every = EACH_MINUTE) => ({
  ...shared,
  refetchInterval: day === undefined ? every : (false as const),
});

export const todayQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: [...figuresKey(of.officeId, 'today'), of.day],
    queryFn: (context) => call(dashboardOperations['dashboard.today'], { ...inDay(of), ...reading(context) }),
    ...renewed(of),
  });

export const punctualityQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: [...figuresKey(of.officeId, 'punctuality'), of.day],
    queryFn: (context) => call(dashboardOperations['dashboard.punctuality'], { ...inDay(of), ...reading(context) }),
    ...renewed(of, 2 * EACH_MINUTE),
  });

export const couriersFiguresQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: [...figuresKey(of.officeId, 'couriers'), of.day],
    queryFn: (context) => call(dashboardOperations['dashboard.couriers'], { ...inDay(of), ...reading(context) }),
    ...renewed(of),
  });

export const moneyQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: [...figuresKey(of.officeId, 'money'), of.day],
    queryFn: (context) => call(dashboardOperations['dashboard.money'], { ...inDay(of), ...reading(context) }),
    ...shared,
  });

export const clientsFiguresQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: [...figuresKey(of.officeId, 'clients'), of.day],
    queryFn: (context) => call(dashboardOperations['dashboard.clients'], { ...inDay(of), ...reading(context) }),
    ...shared,
  });

export const activityQuery = (officeId: string) =>
  queryOptions({
    queryKey: figuresKey(officeId, 'activity'),
    queryFn: (context) => call(dashboardOperations['dashboard.activity'], { query: { officeId }, ...reading(context) }),
    ...shared,
  });
