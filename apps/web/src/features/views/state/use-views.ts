import { type SavedView } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAddressParams } from '../../orders/state/use-address-params.ts';
import { useDispatchOffice, useOrderFilter } from '../../orders/state/use-orders-state.ts';
import { viewsQuery } from '../api/views-query.ts';
import { isModified, namedView, openedView, viewOf } from '../rules/view-address.ts';

export interface Views {
  officeId: string;
  /** Undefined until they have come. */
  views: readonly SavedView[] | undefined;
  /** The one whose orders are shown, or were until the filter was changed. */
  active: SavedView | undefined;
  isModified: boolean;
  open: (view: SavedView) => void;
  /** Says that what is shown is this view, or none. */
  name: (view: SavedView | null) => void;
  /** Reads the list again, after one was saved or removed. */
  refresh: () => void;
}

/** The views of the office, as they are at any time, and which of them the address names. */
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
