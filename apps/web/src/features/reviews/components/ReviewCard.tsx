import {
  collectedOf,
  COLLECTION_MEANS,
  ORDER_STATES,
  type Payment,
  PICTURE_MARKS,
  type Review,
  REVIEW_REASONS,
  reviewOperations,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { formatDay } from '#shared/format/format-day.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { VisitProof } from '#features/photos/components/VisitProof.tsx';
import { documentText, relationText } from '#features/photos/rules/proof.ts';
import { reviewsKey } from '../api/reviews-query.ts';
import { inMeters } from '#features/photos/rules/proof.ts';
import styles from '../Reviews.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  review: Review;
  reasonName: (code: string) => string;
  onOpenOrder: (id: string) => void;
  /** @param text the decision. */
  onDecided: (text: string) => void;
}

const DECIDED = { accept: 'visita aceptada', reject: 'visita rechazada' };

type Decision = keyof typeof DECIDED;

const SEEN = 'fotos vistas';

/** One visit: what the phone reported, the order as it is now, and the decision. */
export function ReviewCard({ officeId, timeZone, review, reasonName, onOpenOrder, onDecided }: Props) {
  const { order, why, courier, now } = review;
  /** Its visit counts already, and only its pictures are reported. */
  const isSeenOnly = review.state !== 'pendiente' && review.pictureMarks !== undefined;
  const card = useRef<HTMLLIElement>(null);
  const title = useId();
  const client = useQueryClient();
  const keyOf = useIntentKey();
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      call(reviewOperations[`reviews.${decision}`], {
        params: { id: review.id },
        query: { officeId },
        body: { version: now.version },
        idempotencyKey: keyOf([review.id, now.version, decision]),
      }),
    onSuccess: (_, decision) => onDecided(isSeenOnly ? SEEN : DECIDED[decision]),
    // After a conflict, both sides are read again before another decision.
    onError: () => client.invalidateQueries({ queryKey: reviewsKey(officeId) }),
    onSettled: () => {
      isSending.current = false;
    },
  });
  // The second click of a double click comes before the pending state is rendered.
  const isSending = useRef(false);
  const choose = (decision: Decision): void => {
    if (isSending.current) return;
    isSending.current = true;
    decide.mutate(decision);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { current } = card;
    // Keys of a photo that was opened from the card are the photo's.
    if (!current || (event.target as HTMLElement).closest('dialog, [data-review]') !== current) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = event.key.toLowerCase();
    const beside =
      key === 'arrowdown' ? 'nextElementSibling' : key === 'arrowup' ? 'previousElementSibling' : undefined;
    if (key === 'a') choose('accept');
    else if (key === 'r' && !isSeenOnly) choose('reject');
    else if (beside !== undefined && current[beside] instanceof HTMLElement) current[beside].focus();
    else return;
    event.preventDefault();
  };
  return (
    <li
      ref={card}
      className={styles['card']}
      aria-labelledby={title}
      tabIndex={-1}
      data-review={review.id}
      onKeyDown={onKeyDown}
    >
      <header className={styles['head']}>
        <h3 id={title}>
          <button type="button" className={styles['code']} onClick={() => onOpenOrder(order.id)}>
            {order.code}
          </button>{' '}
          {order.recipient}
        </h3>
        <span className={styles['muted']}>
          {order.address}, {order.district}
        </span>
        {why !== null && !isSeenOnly && <Mark tone="warn">{REVIEW_REASONS[why]}</Mark>}
        {review.pictureMarks?.map((mark) => (
          <Mark key={mark} tone="warn">
            {PICTURE_MARKS[mark]}
          </Mark>
        ))}
      </header>
      <div className={styles['sides']}>
        <Side title={`${courier.name} dice`}>
          <Fact label="Estado" differs={review.to !== now.state}>
            {ORDER_STATES[review.to]}
            {review.reason !== null && `: ${reasonName(review.reason)}`}
          </Fact>
          <Fact label="Visita">
            {formatDateTime(review.at, timeZone)}
            {review.doubtfulTime && <span className={styles['warn']}> (la hora del teléfono no es confiable)</span>}
          </Fact>
          <Fact label="Llegó">{formatDateTime(review.arrivedAt, timeZone)}</Fact>
          <Fact label="Lugar">{placeOf(review)}</Fact>
          {review.receiver && (
            <Fact label="Recibió">
              {[
                review.receiver.name,
                review.receiver.document === null ? null : documentText(review.receiver.document),
                relationText(review.receiver.relation),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Fact>
          )}
          <Fact label="Cobró" differs={collectedOf(review.payments) !== collectedOf(now.payments)}>
            {paidText(review.payments)}
            {review.difference !== null && ` (${review.difference})`}
          </Fact>
          {review.wanted !== undefined && <Fact label="Pidió">Que vuelvan el {formatDay(review.wanted)}</Fact>}
        </Side>
        <Side title="La orden ahora">
          <Fact label="Estado" differs={review.to !== now.state}>
            {ORDER_STATES[now.state]}
            {now.reason !== null && `: ${reasonName(now.reason)}`}
          </Fact>
          <Fact label="La tiene" differs={now.courier?.id !== courier.id}>
            {now.courier?.name ?? 'Nadie'}
          </Fact>
          <Fact label="Cambió">
            {now.changed.by.user}, {formatDateTime(now.changed.at, timeZone)}
          </Fact>
          {now.attempt !== review.attempt && (
            <Fact label="Va por" differs>
              Visita {now.attempt} (el repartidor hizo la {review.attempt})
            </Fact>
          )}
          {now.closedAt !== null && <Fact label="Visita">{formatDateTime(now.closedAt, timeZone)}</Fact>}
          <Fact label="Por cobrar">{now.collectDue === null ? 'Nada' : formatSoles(now.collectDue)}</Fact>
          <Fact label="Cobrado" differs={collectedOf(review.payments) !== collectedOf(now.payments)}>
            {paidText(now.payments)}
          </Fact>
        </Side>
      </div>
      <VisitProof officeId={officeId} timeZone={timeZone} orderId={order.id} visit={review} address={order.place} />
      <FailureAlert error={decide.error} />
      <div className={styles['actions']}>
        <span className={styles['muted']}>
          {isSeenOnly
            ? 'La visita está registrada, pero una de sus imágenes no muestra nada. Si la necesita, pídasela al repartidor y agréguela a la orden.'
            : 'Aceptar deja la orden como dice el repartidor; rechazar la deja como está. Ambas quedan en su historia.'}
        </span>
        {!isSeenOnly && (
          <Button
            loading={decide.isPending && decide.variables === 'reject'}
            aria-keyshortcuts="R"
            onClick={() => choose('reject')}
          >
            Rechazar
          </Button>
        )}
        <Button
          variant="primary"
          loading={decide.isPending && decide.variables === 'accept'}
          aria-keyshortcuts="A"
          onClick={() => choose('accept')}
        >
          {isSeenOnly ? 'Visto' : 'Aceptar'}
        </Button>
      </div>
    </li>
  );
}

function placeOf({ distance, place, doubtfulPlace }: Review): string {
  if (place === null) return 'Sin ubicación';
  const accuracy = place.accuracy === null ? '' : ` (± ${formatNumber(Math.round(place.accuracy))} m)`;
  const text = distance === null ? `Con ubicación${accuracy}` : `A ${inMeters(distance)} de la dirección${accuracy}`;
  return doubtfulPlace ? `${text}: lugar dudoso` : text;
}

const paidText = (payments: readonly Payment[]): string =>
  payments.length === 0
    ? 'Nada'
    : payments.map(({ means, amount }) => `${formatSoles(amount)} ${COLLECTION_MEANS[means]}`).join(', ');

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['side']}>
      <h4>{title}</h4>
      <dl>{children}</dl>
    </section>
  );
}

function Fact({ label, differs = false, children }: { label: string; differs?: boolean; children: ReactNode }) {
  return (
    <div className={styles['fact']} data-differs={differs || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
