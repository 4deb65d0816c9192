import { type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { reasonsQuery } from '../../orders/api/reasons-query.ts';
import { excessOf } from '../../../shared/fields/paid.ts';
import { type ClosingErrors, type ClosingForm } from '../rules/closing.ts';
import { DifferenceField } from './DifferenceField.tsx';
import { PaymentsField } from './PaymentsField.tsx';
import { RadioList } from '../../../shared/ui/RadioList/RadioList.tsx';

interface Props {
  to: string;
  /** The order; undefined for several, which share no payments. */
  order: Order | undefined;
  form: ClosingForm;
  errors: ClosingErrors;
  onChange: (form: ClosingForm) => void;
}

/**
 * Fields that a state requires: the reason for a failed delivery, or the payment of a delivery. None for other
 * states.
 */
export function ClosingFields(props: Props) {
  if (props.to === 'no_entregada') return <ReasonField {...props} />;
  const due = props.order?.collect?.due;
  if (props.to === 'entregada' && due !== undefined) return <PaymentFields {...props} due={due} />;
  return null;
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
        onChange={(reason) => {
          onChange({ ...form, reason });
        }}
      />
    );
  if (query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  return <Skeleton height={160} />;
}

/** How an order was paid, and if that is not the amount due, why. */
export function PaymentFields({
  due,
  form,
  errors = {},
  onChange,
}: Pick<Props, 'form' | 'onChange'> & { due: number; errors?: ClosingErrors }) {
  return (
    <>
      <PaymentsField
        due={due}
        paid={form.paid}
        error={errors.paid}
        onChange={(paid) => {
          onChange({ ...form, paid });
        }}
      />
      {excessOf(due, form.paid) !== 0 && (
        <DifferenceField
          value={form.difference}
          error={errors.difference}
          onChange={(difference) => {
            onChange({ ...form, difference });
          }}
        />
      )}
    </>
  );
}
