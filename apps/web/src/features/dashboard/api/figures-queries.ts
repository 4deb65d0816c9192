import {
  type Activity,
  dashboardOperations,
  type OrderFilter,
  type OrderList,
  orderOperations,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
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

/** How the figures of a widget are read. */
export type FiguresQuery<Data> = (of: FiguresOf) => UseQueryOptions<Data>;

/** @param every milliseconds, null for never. Other days than today do not change by themselves. */
const figuresQuery =
  <Data>(
    widget: Widget,
    every: number | null,
    read: (request: ReturnType<typeof inDay> & ReturnType<typeof reading>) => Promise<Data>,
  ): FiguresQuery<Data> =>
  (of) => ({
    queryKey: [...figuresKey(of.officeId, widget), of.day, of.moment],
    queryFn: (context) => read({ ...inDay(of), ...reading(context) }),
    ...shared(of),
    ...(every !== null && of.day === undefined && of.moment === undefined && { refetchInterval: every }),
  });

export const todayQuery = figuresQuery('today', EACH_MINUTE, (request) =>
  call(dashboardOperations['dashboard.today'], request),
);

export const punctualityQuery = figuresQuery('punctuality', 2 * EACH_MINUTE, (request) =>
  call(dashboardOperations['dashboard.punctuality'], request),
);

export const couriersFiguresQuery = figuresQuery('couriers', EACH_MINUTE, (request) =>
  call(dashboardOperations['dashboard.couriers'], request),
);

export const moneyQuery = figuresQuery('money', null, (request) =>
  call(dashboardOperations['dashboard.money'], request),
);

export const clientsFiguresQuery = figuresQuery('clients', null, (request) =>
  call(dashboardOperations['dashboard.clients'], request),
);

/** The same for every day. */
export const activityQuery: FiguresQuery<Activity> = (of) => ({
  queryKey: [...figuresKey(of.officeId, 'activity'), of.moment],
  queryFn: (context) =>
    call(dashboardOperations['dashboard.activity'], {
      query: { officeId: of.officeId, ...asOf(of.moment) },
      ...reading(context),
    }),
  ...shared(of),
});

/** Rows of a page of a list as of a past minute: each page takes back the changes of the whole day. */
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
