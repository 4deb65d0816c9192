import { COLLECTION_MEANS, type CollectionMeans, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { reasonsQuery } from '../../orders/api/reasons-query.ts';
import { type ClosingErrors, type ClosingForm, dueOf, excessOf } from '../rules/closing.ts';
import { formatSoles } from '../../../shared/format/format-soles.ts';
import { DifferenceField } from './DifferenceField.tsx';
import { PaymentsField } from './PaymentsField.tsx';
import { RadioList } from '../../../shared/ui/RadioList/RadioList.tsx';

interface Props {
  to: string;
  orders: readonly Order[];
  form: ClosingForm;
  errors: ClosingErrors;
  onChange: (form: ClosingForm) => void;
}

const MEANS = Object.entries(COLLECTION_MEANS).map(([value, label]) => ({ value, label }));

/**
 * Fields that a state requires: the reason for a failed delivery, or the payment of a delivery. None for other
 * states.
 */
export function ClosingFields(props: Props) {
  if (props.to === 'no_entregada') return <ReasonField {...props} />;
  if (props.to === 'entregada' && dueOf(props.orders) > 0) return <PaymentFields {...props} />;
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

function PaymentFields({ orders, form, errors, onChange }: Props) {
  const due = dueOf(orders);
  if (orders.length === 1)
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
  return (
    <RadioList
      label={`Cómo pagaron ${formatSoles(due)} en total`}
      value={Object.keys(form.paid)[0] ?? ''}
      options={MEANS}
      error={errors.paid}
      onChange={(means) => {
        onChange({ ...form, paid: { [means as CollectionMeans]: '' } });
      }}
    />
  );
}
