import { type Review, reviewOperations } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../shared/format/failure-text.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { call } from '../../../shared/http/call.ts';
import { useIntentKey } from '../../../shared/http/use-intent-key.ts';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { TextArea } from '../../../shared/ui/TextArea/TextArea.tsx';
import styles from '../Reviews.module.css';

interface Props {
  officeId: string;
  /** The visits that the person sees. */
  reviews: readonly Review[];
  /** @param text what was decided. */
  onRejected: (ids: readonly string[], text: string) => void;
}

/** For each courier with several pending visits: rejects all of them, for example of a stolen phone, with one reason. */
export function RejectAll({ officeId, reviews, onRejected }: Props) {
  const pending = reviews.filter(({ state }) => state === 'pendiente');
  const couriers = [...Map.groupBy(pending, ({ courier }) => courier.id).values()].filter(({ length }) => length > 1);
  if (couriers.length === 0) return null;
  return (
    <ul className={styles['couriers']} aria-label="Repartidores con varias visitas por revisar">
      {couriers.map((visits) => (
        <OfCourier key={visits[0]?.courier.id} {...{ officeId, visits, onRejected }} />
      ))}
    </ul>
  );
}

function OfCourier({ officeId, visits, onRejected }: Pick<Props, 'officeId' | 'onRejected'> & { visits: Review[] }) {
  const [why, setWhy] = useState<string | null>(null);
  const keyOf = useIntentKey();
  const [first] = visits;
  const reject = useMutation({
    mutationFn: (body: { courierId: string; upTo: string; why: string }) =>
      call(reviewOperations['reviews.rejectAll'], { query: { officeId }, body, idempotencyKey: keyOf([body]) }),
    onSuccess: ({ rejected }) =>
      onRejected(
        visits.map(({ id }) => id),
        rejected === 1 ? '1 visita rechazada' : `${formatNumber(rejected)} visitas rechazadas`,
      ),
  });
  if (!first) return null;
  const { name, id } = first.courier;
  return (
    <li className={styles['courier']}>
      <span>
        <strong>{name}</strong>: {formatNumber(visits.length)} visitas por revisar
      </span>
      {why === null ? (
        <Button size="sm" onClick={() => setWhy('')}>
          Rechazar todas…
        </Button>
      ) : (
        <form
          className={styles['rejecting']}
          onSubmit={(event) => {
            event.preventDefault();
            const upTo = String(Math.max(...visits.map((visit) => Number(visit.id))));
            if (why.trim() !== '' && !reject.isPending) reject.mutate({ courierId: id, upTo, why: why.trim() });
          }}
        >
          <TextArea
            label={`Por qué rechaza las ${formatNumber(visits.length)} visitas de ${name}`}
            value={why}
            maxLength={300}
            hint="Queda en la historia de cada orden, y el repartidor lo ve en su teléfono"
            onChange={setWhy}
          />
          {reject.error && <Alert>{failureText(reject.error)}</Alert>}
          <span className={styles['actions']}>
            <Button onClick={() => setWhy(null)}>Volver</Button>
            <Button type="submit" variant="primary" loading={reject.isPending} disabled={why.trim() === ''}>
              Rechazar {formatNumber(visits.length)} visitas
            </Button>
          </span>
        </form>
      )}
    </li>
  );
}
