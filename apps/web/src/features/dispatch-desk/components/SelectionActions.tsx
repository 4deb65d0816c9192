import { type Order } from '@despacho/contracts/dispatch';
import Sparkles from 'lucide-react/icons/sparkles';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';
import { Kbd } from '../../../shared/ui/Kbd/Kbd.tsx';
import { useSelection } from '../../orders/state/use-orders-state.ts';
import { assignableCount } from '../rules/state-moves.ts';
import { useOpenDialog } from '../state/dialogs.ts';
import { StateMenu } from './StateMenu.tsx';

/** What can be done with the chosen orders: the buttons of the bar that floats below the table. */
export function SelectionActions() {
  return <ActionsOn orders={useSelection().orders} />;
}

/** What can be done with one order, in its window. */
export function OrderActions({ order }: { order: Order }) {
  return <ActionsOn orders={[order]} plain />;
}

function ActionsOn({ orders, plain = false }: { orders: readonly Order[]; plain?: boolean }) {
  const open = useOpenDialog();
  const assignable = assignableCount(orders);
  const reassigns = orders.length === 1 && orders[0]?.courier !== null && assignable === 1;
  const pending = orders.filter(({ state }) => state === 'pendiente').length;
  return (
    <>
      <Button
        variant="primary"
        disabled={assignable === 0}
        aria-keyshortcuts={plain ? undefined : 'A'}
        onClick={() => {
          open({ kind: 'assign', orders });
        }}
      >
        {plain && reassigns ? 'Reasignar…' : 'Asignar a…'}
        {!plain && <Kbd>A</Kbd>}
      </Button>
      <StateMenu orders={orders} />
      {!plain && (
        <IconButton
          label="Sugerir reparto"
          tooltipSide="top"
          disabled={pending === 0}
          icon={<Sparkles size={18} aria-hidden="true" />}
          onClick={() => {
            open({ kind: 'suggest', orders });
          }}
        />
      )}
    </>
  );
}
