import { type Order } from '@despacho/contracts/dispatch';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { useLazyModule } from '../../../shared/hooks/use-lazy-module.ts';
import { Button } from '../../../shared/ui/Button/Button.tsx';

interface Props {
  order: Pick<Order, 'id' | 'code'>;
  officeId: string;
  timeZone: string;
  small?: boolean;
}

const load = () => import('./ShareWindow.tsx');

/** Shares the constancia of one order. */
export function ShareOrder({ small = false, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size={small ? 'sm' : 'md'}
        icon={<Share2 size={small ? 16 : 18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {small ? 'Compartir' : 'Compartir constancia'}
      </Button>
      {isOpen && <Loaded {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Loaded({ order, officeId, timeZone, onClose }: Omit<Props, 'small'> & { onClose: () => void }) {
  const part = useLazyModule(load);
  return part ? (
    <part.ShareWindow
      officeId={officeId}
      timeZone={timeZone}
      title={`Compartir la constancia de ${order.code}`}
      subject={{ kind: 'order', orderId: order.id }}
      onClose={onClose}
    />
  ) : null;
}
