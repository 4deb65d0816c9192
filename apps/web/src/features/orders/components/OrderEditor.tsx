import { type Order } from '@despacho/contracts/dispatch';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { usePlaceJudge } from '#shared/districts/use-place-judge.ts';
import { rebased } from '#shared/fields/form-changes.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { failureSentences } from '#shared/format/failure-text.ts';
import { orderQuery } from '#shared/queries/order-query.ts';
import {
  changedInput,
  emptyOrderForm,
  includesChanges,
  type OrderErrors,
  orderForm,
  type OrderForm,
  readOrderForm,
  serverErrors,
  touchedFields,
} from '../rules/order-form.ts';
import { useLeaveForm } from '../state/use-leave-form.ts';
import { useSaveOrder } from '../state/use-save-order.ts';
import { OrderConflict } from './OrderConflict.tsx';
import styles from './OrderEditor.module.css';
import { OrderFields } from './OrderFields.tsx';

interface Props {
  officeId: string;
  /** The order when it was opened; null for a new one. */
  order: Order | null;
  /** The client of a new order, if known. */
  client?: Order['client'] | null;
  /** The office's date; a new order is for it. */
  today: string;
  onCancel: () => void;
  onSaved: (order: Order) => void;
}

/** Baseline for detecting changes: the order as the user saw it. */
interface Base {
  order: Order | null;
  form: OrderForm;
}

const serverErrorsOf = (error: unknown): OrderErrors =>
  error instanceof HttpFailure ? serverErrors(error.problem?.errors) : {};

/** Form to create or edit an order. Keeps the input until it is saved or discarded. */
export function OrderEditor({ officeId, order, client: sender = null, today, onCancel, onSaved }: Props) {
  const client = useQueryClient();
  const [base, setBase] = useState((): Base => ({
    order,
    form: order ? orderForm(order) : emptyOrderForm(today, sender),
  }));
  const [form, setForm] = useState(base.form);
  const [theirs, setTheirs] = useState<Order | null>(null);
  const judge = usePlaceJudge(officeId);
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, (now) => readOrderForm(now, judge).errors);
  const save = useSaveOrder(officeId);
  const isDirty = touchedFields(base.form, form).length > 0;
  const leave = useLeaveForm(isDirty && !save.isSuccess);

  const done = (saved: Order): void => {
    leave();
    onSaved(saved);
  };

  /** Shows errors at their fields. After a conflict, loads the other user's version to show both. */
  const explain = async (error: unknown, from: Base, wanted: OrderForm): Promise<void> => {
    const wrong = serverErrorsOf(error);
    if (Object.keys(wrong).length > 0) {
      showErrors(wrong);
      return;
    }
    if (!(error instanceof HttpFailure) || error.kind !== 'conflict' || from.order === null) return;
    const fresh = await client.query({ ...orderQuery(officeId, from.order.id), staleTime: 0 }).catch(() => undefined);
    if (!fresh || fresh.order.version === from.order.version) return;
    // The server already has these values, from a request whose response was lost or from another user: close the
    // form.
    if (includesChanges(orderForm(fresh.order), from.form, wanted)) done(fresh.order);
    else setTheirs(fresh.order);
  };

  const send = (from: Base, wanted: OrderForm): void => {
    const { input, errors: wrong } = readOrderForm(wanted, judge);
    showErrors(wrong);
    if (!input) return;
    const settled = {
      onSuccess: done,
      onError: (error: unknown) => void explain(error, from, wanted),
    };
    if (from.order === null) {
      save.mutate({ do: 'create', input }, settled);
      return;
    }
    const known = from.order;
    const changes = changedInput(from.form, input);
    if (Object.keys(changes).length === 0) done(known);
    else save.mutate({ do: 'edit', base: known, changes }, settled);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!save.isPending && theirs === null) send(base, form);
  };
  const settle = (other: Order, wanted: OrderForm): Base => {
    const next = { order: other, form: orderForm(other) };
    setBase(next);
    setForm(wanted);
    setTheirs(null);
    save.reset();
    return next;
  };

  const detail = save.error instanceof HttpFailure ? save.error.problem?.detail : undefined;
  const isAtField = Object.keys(serverErrorsOf(save.error)).length > 0;
  return (
    <form ref={ref} noValidate className={styles['form']} aria-label="Datos de la orden" onSubmit={submit}>
      <div className={styles['fields']}>
        {theirs && (
          <OrderConflict
            base={base.form}
            mine={form}
            theirs={theirs}
            onKeepMine={() => {
              const wanted = rebased(base.form, form, orderForm(theirs));
              send(settle(theirs, wanted), wanted);
            }}
            onTakeTheirs={() => {
              settle(theirs, orderForm(theirs));
              showErrors({});
            }}
          />
        )}
        <OrderFields officeId={officeId} form={form} errors={errors} today={today} onChange={put} />
      </div>
      <div className={styles['actions']}>
        {errors.form && <Alert className={styles['failure']}>{errors.form}</Alert>}
        {save.isError && !theirs && !isAtField && (
          <Alert className={styles['failure']}>{detail ?? failureSentences(save.error)}</Alert>
        )}
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="primary" loading={save.isPending} disabled={theirs !== null}>
          {order ? 'Guardar cambios' : 'Crear orden'}
        </Button>
      </div>
    </form>
  );
}
