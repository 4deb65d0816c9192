import { type Order } from '@despacho/contracts/dispatch';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Sparkles from 'lucide-react/icons/sparkles';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import { useSelection } from '#features/orders/state/use-orders-state.ts';
import { assignableCount } from '../rules/state-moves.ts';
import { dayDialog, useDialogHandler, useOpenDialog } from '../state/dialogs.ts';
import { StateMenu } from './StateMenu.tsx';

/** Actions on the selected orders: buttons of the floating bar. */
export function SelectionActions() {
  return <ActionsOn orders={useSelection().orders} />;
}

/** Actions on one order, in its panel. The key for another day is that of the selection, if there is one. */
export function OrderActions({ order }: { order: Order }) {
  const open = useOpenDialog();
  const { ids } = useSelection();
  const days = dayDialog([order]);
  useShortcut(ids.size === 0 && days ? 'r' : undefined, () => days && open(days), { changesData: true });
  return <ActionsOn orders={[order]} plain />;
}

function ActionsOn({ orders, plain = false }: { orders: readonly Order[]; plain?: boolean }) {
  const open = useOpenDialog();
  const opens = useDialogHandler();
  const days = dayDialog(orders);
  const assignable = assignableCount(orders);
  const reassigns = orders.length === 1 && orders[0]?.courier !== null && assignable === 1;
  const pending = orders.filter(({ state }) => state === 'pendiente').length;
  return (
    <>
      <Button
        variant="primary"
        disabled={assignable === 0}
        aria-keyshortcuts={plain ? undefined : 'A'}
        onClick={opens({ kind: 'assign', orders })}
      >
        {plain && reassigns ? 'Reasignar…' : 'Asignar a…'}
        {!plain && <Kbd>A</Kbd>}
      </Button>
      <StateMenu orders={orders} />
      <IconButton
        label="Reprogramar (R)"
        tooltipSide="top"
        disabled={!days}
        icon={<CalendarClock size={18} aria-hidden="true" />}
        onClick={() => days && open(days)}
      />
      {!plain && (
        <IconButton
          label="Sugerir reparto"
          tooltipSide="top"
          disabled={pending === 0}
          icon={<Sparkles size={18} aria-hidden="true" />}
          onClick={opens({ kind: 'suggest', orders })}
        />
      )}
    </>
  );
}
