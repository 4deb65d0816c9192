import { type EvidenceOfOrder } from '@despacho/contracts/dispatch';
import styles from './OrderFacts.module.css';
import { OrderLink } from './OrderLink.tsx';

/** The order of an open photo. */
export function OrderFacts({ photo: { order }, officeId }: { photo: EvidenceOfOrder; officeId: string }) {
  return (
    <p className={styles['facts']}>
      <OrderLink order={order} officeId={officeId} className={styles['code']} />
      <strong>{order.recipient}</strong>
      <span>
        {order.address}, {order.district.name}
      </span>
      <span>{order.client.name}</span>
    </p>
  );
}
