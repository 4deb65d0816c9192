import { MONEY_STATES, type MoneyState } from '@despacho/contracts/dispatch';
import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Hourglass from 'lucide-react/icons/hourglass';
import Scale from 'lucide-react/icons/scale';
import UserCheck from 'lucide-react/icons/user-check';
import Truck from 'lucide-react/icons/truck';
import { type ReactNode } from 'react';
import { Mark } from '#shared/ui/Mark/Mark.tsx';

const LOOKS = {
  en_ruta: { tone: 'move', icon: <Truck aria-hidden="true" /> },
  por_recibir: { tone: 'info', icon: <Hourglass aria-hidden="true" /> },
  parcial: { tone: 'warn', icon: <CircleDashed aria-hidden="true" /> },
  conforme: { tone: 'good', icon: <Check aria-hidden="true" /> },
  por_revisar: { tone: 'warn', icon: <UserCheck aria-hidden="true" /> },
  diferencia: { tone: 'alarm', icon: <Scale aria-hidden="true" /> },
} as const satisfies Record<MoneyState, { tone: string; icon: ReactNode }>;

/** The state of a courier's money. */
export function MoneyMark({ state }: { state: MoneyState }) {
  const { tone, icon } = LOOKS[state];
  return (
    <Mark tone={tone} icon={icon}>
      {MONEY_STATES[state]}
    </Mark>
  );
}
