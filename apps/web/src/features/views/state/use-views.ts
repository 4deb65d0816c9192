import { type SavedView } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAddressParams } from '../../orders/state/use-address-params.ts';
import { useDispatchOffice, useOrderFilter } from '../../orders/state/use-orders-state.ts';
import { viewsQuery } from '../api/views-query.ts';
import { isModified, namedView, openedView, viewOf } from '../rules/view-address.ts';

export interface Views {
  officeId: string;
  /** Undefined while loading. */
  views: readonly SavedView[] | undefined;
  /** The view that was opened, even if the filter was changed since. */
  active: SavedView | undefined;
  isModified: boolean;
  open: (view: SavedView) => void;
  /** Sets the id of the open view, or removes it. */
  name: (view: SavedView | null) => void;
  /** Reloads the list after saving or removing a view. */
  refresh: () => void;
}

/** The office's views, and which one is in the URL. */
export function useViews(): Views {
  const { officeId } = useDispatchOffice();
  const { filter, sort } = useOrderFilter();
  const [params, change] = useAddressParams();
  const client = useQueryClient();
  const query = viewsQuery(officeId);
  const { data: views } = useQuery(query);
  const active = viewOf(views ?? [], params);
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: query.queryKey });
  };
  return {
    officeId,
    views,
    active,
    isModified: active !== undefined && isModified(active, filter, sort),
    open: (view) => {
      change((now) => openedView(view, now), { push: true });
    },
    name: (view) => {
      change((now) => namedView(view?.id ?? null, now));
    },
    refresh,
  };
}
