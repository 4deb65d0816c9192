import { isVisit, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { RadioList } from '#shared/ui/RadioList/RadioList.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { reasonsQuery } from '#features/orders/api/reasons-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { type ClosingErrors, type ClosingForm } from '../rules/closing.ts';
import { PaymentFields } from './PaymentFields.tsx';
import { VisitTimeField } from './VisitTimeField.tsx';

interface Props {
  to: string;
  orders: readonly Order[];
  form: ClosingForm;
  errors: ClosingErrors;
  /** What an empty time of the visit means. */
  emptyTime?: string | undefined;
  onChange: (form: ClosingForm) => void;
}

/**
 * Fields that a state requires: the reason for a failed delivery, or the payment of a single delivery, and the time of
 * the visit. None for other states.
 */
export function ClosingFields(props: Props) {
  const { to, orders, form, errors, emptyTime, onChange } = props;
  if (!isVisit(to)) return null;
  const [first] = orders;
  const due = orders.length === 1 ? first?.collect?.due : undefined;
  return (
    <>
      {to === 'no_entregada' && <ReasonField {...props} />}
      {to === 'entregada' && due !== undefined && <PaymentFields {...props} due={due} />}
      <VisitTimeField
        value={form.time}
        order={first}
        error={errors.time}
        empty={emptyTime}
        onChange={(time) => onChange({ ...form, time })}
      />
    </>
  );
}

function ReasonField({ form, errors, onChange }: Props) {
  const { officeId } = useDispatchOffice();
  const query = useQuery(reasonsQuery(officeId));
  if (query.data)
    return (
      <RadioList
        label="Motivo"
        value={form.reason}
        options={query.data.map(({ code, name }) => ({ value: code, label: name }))}
        error={errors.reason}
        onChange={(reason) => onChange({ ...form, reason })}
      />
    );
  if (query.isError) return <QueryError query={query} />;
  return <Skeleton height={160} />;
}
