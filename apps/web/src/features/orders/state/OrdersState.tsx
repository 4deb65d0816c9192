import { resolveFilter } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useHasDistricts } from '#shared/districts/districts.ts';
import { districtsQuery } from '#shared/districts/districts-query.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { couriersKey } from '#features/couriers/api/couriers-query.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { withSearch } from '../rules/narrowed.ts';
import { readOrdersAddress, sameFilter, writeOrdersAddress } from '../rules/orders-address.ts';
import { type OrderWindow, readOrderWindow, writeOrderWindow } from '../rules/order-window.ts';
import {
  type DispatchOffice,
  DispatchOfficeContext,
  OrderFilterContext,
  type OrderFilterState,
  OrderWindowContext,
  type OrderWindowState,
} from './use-orders-state.ts';
import { useAddressParams } from './use-address-params.ts';

/**
 * Provides state shared by all order screens: office, filter and open panel. Each screen loads its own orders.
 * @param loading shown until the state is ready.
 */
export function OrdersState({ loading, children }: { loading?: ReactNode; children: ReactNode }) {
  const { officeId, timeZone } = useOffice();
  const office = useMemo(() => ({ officeId, timeZone }), [officeId, timeZone]);
  // Not isPending, which is true again when a screen asks after a failure: it would mount and unmount in a loop.
  const { isFetched } = useQuery(districtsQuery(officeId));
  const hasDistricts = useHasDistricts();
  // The first time in a browser, orders wait for the names of their districts, or for the failure to load them. Deferred,
  // so that the screen is rendered in slices, and not in the task that reads the districts.
  const isReady = useDeferredValue(isFetched || hasDistricts);
  if (!isReady) return loading;
  return (
    // Remount per office, because a selection is only valid in one.
    <OfficeOrders key={officeId} office={office}>
      {children}
    </OfficeOrders>
  );
}

/** Reads the couriers' loads again when the day turns: they are today's. */
function useLoadsOf(officeId: string, today: string): void {
  const client = useQueryClient();
  const read = useRef(today);
  useEffect(() => {
    if (read.current === today) return;
    read.current = today;
    void client.invalidateQueries({ queryKey: couriersKey(officeId) });
  }, [client, officeId, today]);
}

function OfficeOrders({ office, children }: { office: DispatchOffice; children: ReactNode }) {
  const [params, change] = useAddressParams();
  const query = params.toString();
  const today = useToday(office.timeZone);
  useLoadsOf(office.officeId, today);

  /**
   * The query that a search wrote last. Further typing replaces its history entry, so that Back undoes the whole
   * search.
   */
  const searched = useRef<string>(undefined);
  const filterState = useMemo((): OrderFilterState => {
    const { filter: written, sort } = readOrdersAddress(new URLSearchParams(query));
    return {
      filter: resolveFilter(written, today),
      written,
      sort,
      setFilter: (next) => {
        const isNewEntry = (before: URLSearchParams, after: URLSearchParams): boolean => {
          const [old, { filter }] = [readOrdersAddress(before), readOrdersAddress(after)];
          const isSearch = sameFilter(withSearch(old.filter, ''), withSearch(filter, ''));
          const isTypedOn = isSearch && filter.search !== undefined && searched.current === before.toString();
          searched.current = isSearch ? after.toString() : undefined;
          return !isTypedOn;
        };
        change(
          (now) => {
            const before = readOrdersAddress(now);
            return writeOrdersAddress(
              { ...before, filter: typeof next === 'function' ? next(before.filter) : next },
              now,
            );
          },
          { push: isNewEntry },
        );
      },
      setSort: (next) => change((now) => writeOrdersAddress({ ...readOrdersAddress(now), sort: next }, now)),
    };
  }, [query, change, today]);

  const askFirst = useRef<(() => Promise<boolean>) | null>(null);
  const windowState = useMemo((): OrderWindowState => {
    const window = readOrderWindow(new URLSearchParams(query));
    const leave = (write: () => void): void => {
      if (askFirst.current === null) write();
      else
        void askFirst.current().then((mayGo) => {
          if (mayGo) write();
        });
    };
    const go = (next: OrderWindow | null): void => {
      leave(() => {
        // Replaces the history entry of an open panel, so that Back always returns to the list.
        change((now) => writeOrderWindow(next, now), { push: window === null, asked: true });
      });
    };
    return {
      window,
      open: go,
      close: () => go(null),
      leave,
      guard: (ask) => {
        askFirst.current = ask;
      },
    };
  }, [query, change]);

  return (
    <DispatchOfficeContext value={office}>
      <OrderFilterContext value={filterState}>
        <OrderWindowContext value={windowState}>{children}</OrderWindowContext>
      </OrderFilterContext>
    </DispatchOfficeContext>
  );
}
