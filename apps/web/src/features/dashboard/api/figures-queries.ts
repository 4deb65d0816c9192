import {
  dashboardOperations,
  type OrderFilter,
  type OrderList,
  orderOperations,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Which day of which office; today without a day. */
export interface FiguresOf {
  officeId: string;
  /** Undefined for today, so that the figures follow the day when it turns, and for the day of a past minute. */
  day: string | undefined;
  /** A past minute, `2026-11-25T14:05`; undefined for now. */
  moment: string | undefined;
}

/** Figures also change with time: late orders, expected ends, silent couriers. */
const EACH_MINUTE = 60_000;

type Widget = 'today' | 'punctuality' | 'couriers' | 'money' | 'clients';

export const figuresKey = (officeId: string, widget: Widget | 'activity') => ['figures', officeId, widget] as const;

const asOf = (moment: string | undefined) => moment !== undefined && { aLas: moment };

const inDay = ({ officeId, day, moment }: FiguresOf) => ({
  query: { officeId, ...(day !== undefined && { dia: day }), ...asOf(moment) },
});

/** The past does not change, and figures of another minute must not appear under its time. */
const shared = ({ moment }: Pick<FiguresOf, 'moment'>) =>
  moment === undefined ? { staleTime: EACH_MINUTE, placeholderData: keepPreviousData } : { staleTime: Infinity };

/** @param every milliseconds. Other days than today do not change without events. */
const renewed = (of: FiguresOf, every = EACH_MINUTE) => ({
  ...shared(of),
  refetchInterval: of.day === undefined && of.moment === undefined ? every : (false as const),
});

const keyOf = (of: FiguresOf, widget: Widget) => [...figuresKey(of.officeId, widget), of.day, of.moment];

export const todayQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: keyOf(of, 'today'),
    queryFn: (context) => call(dashboardOperations['dashboard.today'], { ...inDay(of), ...reading(context) }),
    ...renewed(of),
  });

export const punctualityQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: keyOf(of, 'punctuality'),
    queryFn: (context) => call(dashboardOperations['dashboard.punctuality'], { ...inDay(of), ...reading(context) }),
    ...renewed(of, 2 * EACH_MINUTE),
  });

export const couriersFiguresQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: keyOf(of, 'couriers'),
    queryFn: (context) => call(dashboardOperations['dashboard.couriers'], { ...inDay(of), ...reading(context) }),
    ...renewed(of),
  });

export const moneyQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: keyOf(of, 'money'),
    queryFn: (context) => call(dashboardOperations['dashboard.money'], { ...inDay(of), ...reading(context) }),
    ...shared(of),
  });

export const clientsFiguresQuery = (of: FiguresOf) =>
  queryOptions({
    queryKey: keyOf(of, 'clients'),
    queryFn: (context) => call(dashboardOperations['dashboard.clients'], { ...inDay(of), ...reading(context) }),
    ...shared(of),
  });

export const activityQuery = (of: Omit<FiguresOf, 'day'>) =>
  queryOptions({
    queryKey: [...figuresKey(of.officeId, 'activity'), of.moment],
    queryFn: (context) =>
      call(dashboardOperations['dashboard.activity'], {
        query: { officeId: of.officeId, ...asOf(of.moment) },
        ...reading(context),
      }),
    ...shared(of),
  });

/** Rows of a page of a list as of a past minute: each page reverses the changes of the whole day. */
const PAST_PAGE = 200;

/** The orders that a figure of a past minute counted. */
export const pastOrdersQuery = ({ officeId, moment }: { officeId: string; moment: string }, filter: OrderFilter) => {
  const query = writeOrderFilter(filter);
  return infiniteQueryOptions({
    queryKey: ['figures', officeId, 'orders', moment, query],
    queryFn: ({ pageParam, ...context }) =>
      call(orderOperations['orders.list'], {
        query: {
          officeId,
          ...query,
          orden: 'vence',
          limite: String(PAST_PAGE),
          aLas: moment,
          ...(pageParam && { cursor: pageParam }),
        },
        ...reading(context),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: OrderList) => next,
    staleTime: Infinity,
  });
};
