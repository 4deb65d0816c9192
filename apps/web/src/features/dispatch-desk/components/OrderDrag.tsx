import { type Courier } from '@despacho/contracts/dispatch';
import { useAssignByDrag } from '../state/use-assign-by-drag.ts';
import { type DraggedOrder } from '../state/use-order-drag.ts';
import { DragGhost } from './DragGhost.tsx';

interface Props {
  /** The orders that can be dragged. */
  listed: readonly DraggedOrder[];
  /** The couriers who can receive them; undefined while they load. */
  couriers: readonly Courier[] | undefined;
}

/** Lets orders be dropped on couriers of the page. Only this component renders while the pointer moves. */
export function OrderDrag({ listed, couriers }: Props) {
  const { drag, aimed } = useAssignByDrag(listed, couriers);
  return drag && <DragGhost drag={drag} courier={aimed} />;
}
