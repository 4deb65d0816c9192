import { type Courier } from '@despacho/contracts/dispatch';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import UserCheck from 'lucide-react/icons/user-check';
import { type MenuItem } from '../../../shared/ui/Menu.tsx';
import { CouriersPane } from '../../couriers/CouriersPane.tsx';
import { orderCount } from '../../couriers/rules/load.ts';
import { useDispatchOffice, useSelection } from '../../orders/state/use-orders-state.ts';
import { assignIntent } from '../rules/intents.ts';
import { assignableCount } from '../rules/state-moves.ts';
import { useOpenDialog } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { StopsList } from './StopsList.tsx';

/** The couriers beside the orders, and what can be done with them there. */
export function CouriersSide() {
  const { officeId } = useDispatchOffice();
  const { orders } = useSelection();
  const { run } = useActions();
  const open = useOpenDialog();
  const assignable = assignableCount(orders);

  const menuOf = (courier: Courier): MenuItem[] => [
    ...(assignable > 0
      ? [
          {
            label: `Asignarle ${orderCount(orders.length)}`,
            icon: <UserCheck size={16} aria-hidden="true" />,
            onSelect: () => void run(assignIntent(orders, courier)),
          },
        ]
      : []),
    ...(courier.load.orders > 0
      ? [
          {
            label: 'Mover carga…',
            icon: <ArrowLeftRight size={16} aria-hidden="true" />,
            onSelect: () => {
              open({ kind: 'move', from: courier });
            },
          },
        ]
      : []),
  ];
  return (
    <CouriersPane
      officeId={officeId}
      hint={assignable > 0 ? 'arrastre aquí' : undefined}
      menuOf={menuOf}
      stopsOf={(courier) => <StopsList courier={courier} />}
    />
  );
}
