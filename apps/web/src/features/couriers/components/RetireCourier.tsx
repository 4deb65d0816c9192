import { type Courier } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { failureSentences } from '#shared/format/failure-text.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { useSaveCourier } from '../state/use-save-courier.ts';
import { heldCashText } from '../rules/held-cash.ts';
import styles from './CourierRecord.module.css';

interface Props {
  officeId: string;
  courier: Courier;
  /** Who may receive the orders: couriers at work, without this one. */
  others: readonly Courier[];
  onDone: () => void;
}

/** Hands over the orders of a courier and retires the courier. */
export function RetireCourier({ officeId, courier, others, onDone }: Props) {
  const [to, setTo] = useState('');
  const [error, setError] = useState<string>();
  const save = useSaveCourier(officeId);
  const said = save.error instanceof HttpFailure ? save.error.problem?.detail : undefined;
  const { name, load } = courier;
  const cash = heldCashText(courier);
  return (
    <form
      noValidate
      className={styles['record']}
      aria-label={`Retirar a ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        setError(to === '' ? 'Seleccione a quién pasan' : undefined);
        if (to !== '' && !save.isPending)
          save.mutate({ do: 'retire', courier, handTo: to, withCash: cash !== undefined }, { onSuccess: onDone });
      }}
    >
      <h3 ref={focusOnMount} tabIndex={-1} className={styles['title']}>
        Antes de retirar a {name}
      </h3>
      <p>
        {load.orders > 0 ? `Lleva ${orderCount(load.orders)} hoy.` : 'Tiene órdenes de otros días.'} Pasan a quien
        seleccione, también las de otros días, y luego {name} queda retirado: su teléfono y su seguimiento se
        desconectan.
      </p>
      {cash !== undefined && <Alert>{cash} Recíbalo antes: retirado, nadie se lo pedirá.</Alert>}
      {others.length === 0 ? (
        <Alert>No hay otro repartidor que trabaje hoy. Quite primero las órdenes o active a alguien.</Alert>
      ) : (
        <SelectField
          label="Sus órdenes pasan a"
          value={to}
          error={error}
          options={[
            { value: '', label: 'Seleccione a un repartidor' },
            ...others.map((each) => ({ value: each.id, label: `${each.name} (${orderCount(each.load.orders)})` })),
          ]}
          onChange={setTo}
        />
      )}
      {save.isError && <Alert>{said ?? failureSentences(save.error)}</Alert>}
      <WindowFoot>
        <Button onClick={onDone}>Cancelar</Button>
        <Button type="submit" variant="danger" loading={save.isPending} disabled={others.length === 0}>
          Pasar órdenes y retirar
        </Button>
      </WindowFoot>
    </form>
  );
}
