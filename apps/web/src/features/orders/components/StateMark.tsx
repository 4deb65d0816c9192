import { ORDER_STATES, type OrderState } from '@despacho/contracts/dispatch';
import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import PackageOpen from 'lucide-react/icons/package-open';
import Truck from 'lucide-react/icons/truck';
import Undo2 from 'lucide-react/icons/undo-2';
import UserCheck from 'lucide-react/icons/user-check';
import { type ComponentProps } from 'react';
import { Mark } from '#shared/ui/Mark/Mark.tsx';

type Tone = NonNullable<ComponentProps<typeof Mark>['tone']>;

const LOOKS: Record<OrderState, { tone: Tone; Icon: typeof Ban }> = {
  pendiente: { tone: 'warn', Icon: CircleDashed },
  asignada: { tone: 'info', Icon: UserCheck },
  en_ruta: { tone: 'move', Icon: Truck },
  entregada: { tone: 'good', Icon: CircleCheck },
  no_entregada: { tone: 'alarm', Icon: CircleX },
  en_devolucion: { tone: 'neutral', Icon: Undo2 },
  devuelta: { tone: 'neutral', Icon: PackageOpen },
  anulada: { tone: 'neutral', Icon: Ban },
};

/** Badge for an order's state: label, icon and colour. */
export function StateMark({ state }: { state: OrderState }) {
  const { tone, Icon } = LOOKS[state];
  return (
    <Mark tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
      {ORDER_STATES[state]}
    </Mark>
  );
}
