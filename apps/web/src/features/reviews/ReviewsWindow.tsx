import { type Review } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { announce } from '#shared/hooks/announce.ts';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { reviewsKey, reviewsQuery } from './api/reviews-query.ts';
import { RejectAll } from './components/RejectAll.tsx';
import { ReviewCard } from './components/ReviewCard.tsx';
import styles from './Reviews.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  reasonName: (code: string) => string;
  /** The order whose visit is shown first. */
  orderId?: string | undefined;
  onOpenOrder: (id: string) => void;
  onClose: () => void;
}

/** «Por revisar»: visits of phones that no longer fit their order, with both sides, or have a picture that shows nothing. */
export function ReviewsWindow({ officeId, timeZone, reasonName, orderId, onOpenOrder, onClose }: Props) {
  const client = useQueryClient();
  const query = useQuery(reviewsQuery(officeId));
  const list = useRef<HTMLUListElement>(null);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const isAsked = ({ order }: Review): boolean => order.id === orderId;
  const reviews = (query.data?.reviews ?? [])
    .filter(({ id }) => !decided.has(id))
    .toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
  const isRead = query.data !== undefined;
  const isGone = orderId !== undefined && query.data?.reviews.some(isAsked) === false;
  // Only once: decisions move the focus themselves.
  const hasFocused = useRef(false);
  useEffect(() => {
    if (orderId === undefined || !isRead || hasFocused.current) return;
    hasFocused.current = true;
    if (!isGone) list.current?.querySelector<HTMLElement>('[data-review]')?.focus();
  }, [orderId, isRead, isGone]);
  const hidden = (query.data?.pending ?? 0) - decided.size - reviews.length;

  /** Continues with the next one, or the previous one at the end. */
  const leave = (review: Review, text: string): void => {
    const at = reviews.findIndex(({ id }) => id === review.id);
    const next = reviews[at + 1] ?? reviews[at - 1];
    const card = next && list.current?.querySelector<HTMLElement>(`[data-review="${next.id}"]`);
    announce(`${review.order.code}: ${text}`);
    setDecided((before) => new Set(before).add(review.id));
    card?.focus();
    void client.invalidateQueries({ queryKey: reviewsKey(officeId) });
  };
  return (
    <Window
      wide
      title="Por revisar"
      lead="Visitas que llegaron cuando la orden ya había cambiado, o cuyas fotos no muestran nada. Nada se perdió: decida qué queda."
      hasClose
      onDismiss={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || event.target !== event.currentTarget) return;
        event.preventDefault();
        list.current?.querySelector<HTMLElement>('[data-review]')?.focus();
      }}
    >
      {query.isPending && <Skeleton height={240} />}
      {query.isLoadingError && <QueryError query={query} />}
      {isGone && <p className={styles['muted']}>La visita que buscaba ya no está por revisar.</p>}
      {query.data && reviews.length === 0 && (
        <EmptyState icon={<CircleCheck size={22} />} title="No hay nada por revisar">
          Aquí aparece una visita cuando la oficina cambió la orden antes de que llegara, o cuando una de sus fotos no
          se puede leer, salió oscura o está en blanco.
        </EmptyState>
      )}
      {reviews.length > 0 && (
        <>
          <p className={styles['keys']}>
            <span>
              <Kbd>A</Kbd> aceptar
            </span>
            <span>
              <Kbd>R</Kbd> rechazar
            </span>
            <span>
              <Kbd>↓</Kbd> <Kbd>↑</Kbd> siguiente y anterior
            </span>
          </p>
          <RejectAll
            officeId={officeId}
            reviews={reviews}
            onRejected={(ids, text) => {
              announce(text);
              setDecided((before) => new Set([...before, ...ids]));
              void client.invalidateQueries({ queryKey: reviewsKey(officeId) });
            }}
          />
          <ul ref={list} className={styles['list']} aria-label="Visitas por revisar">
            {reviews.map((review) => (
              <ReviewCard
                key={review.id}
                officeId={officeId}
                timeZone={timeZone}
                review={review}
                reasonName={reasonName}
                onOpenOrder={onOpenOrder}
                onDecided={(text) => leave(review, text)}
              />
            ))}
          </ul>
          {hidden > 0 && (
            <p className={styles['muted']}>Y {formatNumber(hidden)} más, que aparecen al decidir estas.</p>
          )}
        </>
      )}
    </Window>
  );
}
