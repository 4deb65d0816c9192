import { type PhotoOrder } from '@despacho/contracts/dispatch';
import { Link } from 'react-router-dom';
import { orderPath } from '#features/orders/rules/orders-path.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';

interface Props {
  order: Pick<PhotoOrder, 'id' | 'code'>;
  officeId: string;
  className: string | undefined;
}

/** The code of an order; a link for people who may open it. */
export function OrderLink({ order, officeId, className }: Props) {
  const me = useSession();
  const seesOrders = useMayUse()(['U01']);
  return seesOrders ? (
    <Link className={className} to={orderPath({ id: order.id, officeId }, me)}>
      {order.code}
    </Link>
  ) : (
    <span className={className}>{order.code}</span>
  );
}
