import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { serverNow } from '#shared/http/server-clock.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useDispatchOffice, useOrderFilter, useSelection } from '#features/orders/state/use-orders-state.ts';
import { personOf } from '#features/session/rules/person.ts';
import { useSession } from '#features/session/state/session.ts';
import { type Action, type Actions, type Intent } from '../rules/action.ts';
import { receiptSummary } from '../rules/receipt.ts';
import { restoredBy, selectedAfter } from '../rules/selected-after.ts';
import { refreshAfterAction } from './refresh-after-action.ts';
import { actionsOf, showAction, subscribeActions } from './actions-store.ts';
import { type ActionContext, resumeAction, runAction } from './run-action.ts';

export interface UseActions extends Actions {
  run: (intent: Intent) => Promise<void>;
  /** Retries requests without a response. */
  resume: (id: string) => Promise<void>;
  show: (id: string | null) => void;
}

/** The user's actions in this office, and functions to run more. */
export function useActions(): UseActions {
  const me = useSession();
  const { officeId } = useDispatchOffice();
  const client = useQueryClient();
  const selection = useSelection();
  const { filter } = useOrderFilter();
  const owner = { person: personOf(me), officeId };
  const actions = useSyncExternalStore(subscribeActions, () => actionsOf(owner));

  const onSettled = (action: Action): void => {
    announce(`${action.title}: ${receiptSummary(action).text}`);
    const undone = actionsOf(owner).all.find(({ id }) => id === action.undoes);
    const restored = restoredBy(action, undone?.selected ?? []);
    selection.map(selectedAfter(action, filter, restored));
    // Unless others were selected since.
    if (selection.ids.size === 0) selection.add(restored);
    void refreshAfterAction(client, officeId, action);
  };
  const context: ActionContext = { owner, selected: selection.orders, now: serverNow, onSettled };
  return {
    ...actions,
    run: (intent) => runAction(context, intent),
    resume: (id) => resumeAction(context, id),
    show: (id) => showAction(owner, id),
  };
}
