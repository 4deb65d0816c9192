import { useTellPresence } from '../../shared/live/tell-presence.ts';
import { useDispatchOffice, useOrderWindow, useSelection } from '../orders/state/use-orders-state.ts';
import { ownPresence } from './rules/own-presence.ts';

/** Lets the others know which orders this person has chosen or open. */
export function TellPresence() {
  const { officeId } = useDispatchOffice();
  const { window } = useOrderWindow();
  const { ids } = useSelection();
  const { doing, orders } = ownPresence(window, ids);
  useTellPresence(officeId, doing, orders);
  return null;
}
