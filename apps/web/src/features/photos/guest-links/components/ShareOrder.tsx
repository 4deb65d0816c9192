import { type Order } from '@despacho/contracts/dispatch';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ShareWindow } from './ShareWindow.tsx';

interface Props {
  order: Pick<Order, 'id' | 'code'>;
  officeId: string;
  timeZone: string;
  small?: boolean;
}

/** Shares the constancia of one order. */
export function ShareOrder({ order, officeId, timeZone, small = false }: Props) {
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
      {isOpen && (
        <ShareWindow
          officeId={officeId}
          timeZone={timeZone}
          title={`Compartir la constancia de ${order.code}`}
          subject={{ kind: 'order', orderId: order.id }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
