import { type Order } from '@despacho/contracts/dispatch';
import ListChecks from 'lucide-react/icons/list-checks';
import { Menu } from '#shared/ui/Menu/Menu.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useStateMoves } from '../state/use-state-moves.ts';

/** Below this size the bar's buttons share one row. */
const NARROW = '(width < 40em), (height < 31.25em)';

/** Menu of state changes. Shows how many of the selected orders each applies to. */
export function StateMenu({ orders }: { orders: readonly Order[] }) {
  const narrow = useMediaQuery(NARROW);
  const items = useStateMoves(orders);
  if (items.length === 0) return null;
  return (
    <Menu
      compact={narrow}
      outlined
      label="Cambiar estado"
      icon={<ListChecks size={18} aria-hidden="true" />}
      items={items}
    />
  );
}
