import { MAX_WHY, type Review, reviewOperations } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { useFormFocus } from '#shared/hooks/focus-first-field.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import styles from '../Reviews.module.css';

interface Props {
  officeId: string;
  /** The visits that the person sees. */
  reviews: readonly Review[];
  /** @param text the decision. */
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
  const [isAsked, setAsked] = useState(false);
  const buttonId = useId();
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
      {isAsked ? (
        <Why
          openerId={buttonId}
          label={`Por qué rechaza las ${formatNumber(visits.length)} visitas de ${name}`}
          submitLabel={`Rechazar ${formatNumber(visits.length)} visitas`}
          isBusy={reject.isPending}
          error={reject.error}
          onBack={() => setAsked(false)}
          onSubmit={(why) => {
            const upTo = String(Math.max(...visits.map((visit) => Number(visit.id))));
            reject.mutate({ courierId: id, upTo, why });
          }}
        />
      ) : (
        <Button id={buttonId} size="sm" onClick={() => setAsked(true)}>
          Rechazar todas…
        </Button>
      )}
    </li>
  );
}

interface WhyProps {
  /** Id of the button that opened the form. */
  openerId: string;
  label: string;
  submitLabel: string;
  isBusy: boolean;
  error: Error | null;
  onBack: () => void;
  onSubmit: (why: string) => void;
}

/** The form with the reason. */
function Why({ openerId, label, submitLabel, isBusy, error, onBack, onSubmit }: WhyProps) {
  const [why, setWhy] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useFormFocus(form, openerId);
  return (
    <form
      ref={form}
      className={styles['rejecting']}
      onSubmit={(event) => {
        event.preventDefault();
        if (why.trim() !== '' && !isBusy) onSubmit(why.trim());
      }}
    >
      <TextArea
        label={label}
        value={why}
        maxLength={MAX_WHY}
        hint="Queda en la historia de cada orden, y el repartidor lo ve en su teléfono"
        onChange={setWhy}
      />
      <FailureAlert error={error} />
      <span className={styles['actions']}>
        <Button onClick={onBack}>Volver</Button>
        <Button type="submit" variant="primary" loading={isBusy} disabled={why.trim() === ''}>
          {submitLabel}
        </Button>
      </span>
    </form>
  );
}
