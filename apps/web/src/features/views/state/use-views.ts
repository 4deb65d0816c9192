import { type SavedView, viewOperations } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { useAddressParams } from '#features/orders/state/use-address-params.ts';
import { useDispatchOffice, useOrderFilter } from '#features/orders/state/use-orders-state.ts';
import { isModified, namedView, openedView, viewOf } from '../rules/view-address.ts';

/** The office's views by name, and which one is in the URL. */
export function useViews() {
  const { officeId } = useDispatchOffice();
  const { written: filter, sort } = useOrderFilter();
  const [params, change] = useAddressParams();
  const client = useQueryClient();
  const queryKey = ordersKeys.views(officeId);
  const { data: views } = useQuery({
    queryKey,
    queryFn: (context) => call(viewOperations['views.list'], { query: { officeId }, ...reading(context) }),
    staleTime: 60_000,
  });
  const active = viewOf(views ?? [], params);
  useTitle('view', active?.name);
  return {
    officeId,
    /** Undefined while loading. */
    views,
    /** The view that was opened, even if the filter was changed since. */
    active,
    isModified: active !== undefined && isModified(active, filter, sort),
    open: (view: SavedView): void => {
      change((now) => openedView(view, now), { push: true });
    },
    /** Sets the id of the open view, or removes it. */
    name: (view: SavedView | null): void => {
      change((now) => namedView(view?.id ?? null, now));
    },
    /** Reloads the list after saving or removing a view. */
    refresh: (): void => {
      void client.invalidateQueries({ queryKey });
    },
  };
}

export type Views = ReturnType<typeof useViews>;
