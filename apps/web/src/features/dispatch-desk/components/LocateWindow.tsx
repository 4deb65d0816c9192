import { MAX_CANDIDATES, type WaitingAddress } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDistricts } from '#shared/districts/districts.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { countText } from '#shared/format/count-text.ts';
import { failureSentences } from '#shared/format/failure-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { announce } from '#shared/hooks/announce.ts';
import { moveFocusOnUnmount } from '#shared/hooks/move-focus-on-unmount.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { useRovingFocus } from '#shared/hooks/use-roving-focus.ts';
import { createStore } from '#shared/state/store.ts';
import { exactnessText } from '#shared/map/exactness-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { type PageClaim, releaseClaim, waitingKey, waitingQuery } from '../api/waiting-query.ts';
import { isTaken, locateIntent, nextAddress, type Point } from '../rules/locate.ts';
import { useActions } from '../state/use-actions.ts';
import { useAttended } from '../state/use-attended.ts';
import styles from './LocateWindow.module.css';
import { ReceiptCard } from './ReceiptCard.tsx';

interface Props {
  officeId: string;
  /** The order whose address is opened first. */
  orderId?: string | undefined;
  onClose: () => void;
}

/** Milliseconds on an address before it is claimed, so that moving through the list claims none of those passed. */
const CLAIM_AFTER_MS = 250;

/** Loaded lazily, because it imports Leaflet. */
const loadMap = () => import('./CandidatesMap.tsx');

/** Controls with keys of their own. */
const CONTROLS = 'button, a, input';

/** The option of the current address. */
const CURRENT = '[role="option"][aria-selected="true"]';

/** The focus of an address that somebody else has answered goes to the next one. */
const FOCUS = (element: HTMLElement | null) =>
  moveFocusOnUnmount(() => {
    const options = [...(element?.closest('[role="listbox"]')?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const at = element ? options.indexOf(element) : -1;
    return options[at + 1] ?? options[at - 1] ?? null;
  })(element);

const streetName = (street: string): string => street || 'Sin calle';

/**
 * Claims the current address while it is open and somebody is at the page.
 * @returns the addresses, those last read if a read fails; and whether the claim is kept.
 */
function useWaiting(officeId: string, current: string | null) {
  const [claim] = useState((): PageClaim => createStore<string | null>(null));
  const [isAttended, leave] = useAttended();
  const query = useQuery(waitingQuery(officeId, isAttended ? current : null, claim, leave));
  const { refetch } = query;
  useEffect(() => {
    if (current === null || !isAttended) return undefined;
    const timer = setTimeout(() => void refetch(), CLAIM_AFTER_MS);
    return () => clearTimeout(timer);
  }, [current, isAttended, refetch]);
  useEffect(() => {
    // Somebody who returns claims it again, because another page may have claimed another one.
    if (!isAttended) claim.set(null);
  }, [claim, isAttended]);
  useEffect(() => () => void releaseClaim(officeId, claim), [officeId, claim]);
  return { query, isKept: isAttended };
}

/**
 * «Por ubicar»: the addresses of open orders whose place is not known well enough, by street, the worst first. A pin that
 * was set stays until its answer has arrived.
 */
export default function LocateWindow({ officeId, orderId = '', onClose }: Props) {
  const client = useQueryClient();
  const { run } = useActions();
  const districts = useDistricts();
  const near = useNearProvince(officeId);
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [marks, setMarks] = useState<ReadonlyMap<string, Point>>(new Map());
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set());
  const { query, isKept } = useWaiting(officeId, chosen);
  const map = useLazyModule(loadMap);
  const streets = (query.data?.streets ?? [])
    .map((street) => ({ ...street, addresses: street.addresses.filter(({ order }) => !sending.has(order)) }))
    .filter(({ addresses }) => addresses.length > 0);
  const addresses = streets.flatMap((street) => street.addresses);
  const find = (id: string): WaitingAddress | undefined => addresses.find(({ order }) => order === id);
  const current = find(chosen ?? orderId) ?? addresses.find((address) => !isTaken(address)) ?? addresses[0];
  // It is claimed when the list arrives, and when somebody else has answered the one before.
  if (current && current.order !== chosen) setChosen(current.order);
  const marked = current && marks.get(current.order);
  const roving = useRovingFocus(addresses.length, { keys: addresses.map(({ order }) => order) });
  const hidden = (query.data?.total ?? 0) - sending.size - addresses.length;

  const show = (address: WaitingAddress | undefined): void => {
    setChosen(address?.order ?? null);
    const option = address && list.current?.querySelector<HTMLElement>(`[data-address="${address.order}"]`);
    (option ?? list.current?.closest('dialog'))?.focus();
  };
  const isRead = query.data !== undefined;
  const mark = (point: Point): void => {
    if (current) setMarks((before) => new Map(before).set(current.order, point));
  };
  const choose = (index: number): void => {
    const candidate = current?.candidates[index];
    if (!candidate) return;
    mark({ lat: candidate.lat, lng: candidate.lng });
    announce(`Lugar ${index + 1}: ${exactnessText(candidate.exactness)}`);
  };
  const nameOf = (ubigeo: string): string => {
    const district = districts.of(ubigeo);
    return district ? districts.labelOf(district, near) : ubigeo;
  };
  const answer = async (): Promise<void> => {
    if (!current) return;
    if (isTaken(current)) {
      announce(`${current.claim?.user} está ubicando esta dirección. Siga con otra.`);
      return;
    }
    if (!marked) {
      announce(
        current.candidates.length > 0
          ? 'Elija un lugar con su número, o marque la puerta en el mapa'
          : 'Marque la puerta en el mapa',
      );
      return;
    }
    const { order } = current;
    const street = streets.find(({ addresses: all }) => all.includes(current));
    const where = `en ${streetName(street?.street ?? '')}, ${nameOf(current.ubigeo)}`;
    show(nextAddress(addresses, order));
    setSending((before) => new Set(before).add(order));
    await run(locateIntent(current, where, marked));
    // The list without it, or with it if the answer failed: the receipt says why.
    await client.invalidateQueries({ queryKey: waitingKey(officeId) }, { cancelRefetch: false });
    setSending((before) => new Set([...before].filter((each) => each !== order)));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
    const number = Number(event.key);
    if (event.key === 'Enter') void answer();
    else if (number >= 1 && number <= MAX_CANDIDATES) choose(number - 1);
    else return;
    event.preventDefault();
  };

  return (
    <Window
      wide="map"
      title="Por ubicar"
      lead="Lo que responda se recuerda para las órdenes que vengan."
      focus={CURRENT}
      onDismiss={onClose}
      onKeyDown={press}
    >
      {query.isPending && <Skeleton height={240} />}
      {query.isLoadingError && <QueryError query={query} />}
      {query.isRefetchError && <Alert>{failureSentences(query.error)} Lo que marcó sigue aquí.</Alert>}
      {isRead && !current && sending.size === 0 && (
        <EmptyState icon={<CircleCheck size={22} />} title="No hay direcciones por ubicar">
          Aquí aparece la dirección de una orden abierta cuando solo se conoce su calle o su distrito, o cuando las
          visitas no coinciden con su pin.
        </EmptyState>
      )}
      {current && (
        <p className={styles['keys']}>
          <span role="status">{countText(addresses.length + Math.max(0, hidden), 'dirección', 'direcciones')}</span>
          <span>
            <Kbd>↓</Kbd> <Kbd>↑</Kbd> moverse
          </span>
          <span>
            <Kbd>1</Kbd>–<Kbd>9</Kbd> elegir un lugar
          </span>
          <span>
            <Kbd>Enter</Kbd> guardar y seguir
          </span>
        </p>
      )}
      <div className={styles['panes']} data-empty={!current || undefined}>
        {current && (
          <>
            <div
              ref={list}
              role="listbox"
              aria-label="Direcciones por ubicar"
              className={styles['list']}
              {...roving.list}
            >
              {streets.map(({ street, ubigeo, addresses: some }) => (
                <div key={`${ubigeo} ${street}`} role="group" aria-label={`${streetName(street)}, ${nameOf(ubigeo)}`}>
                  <p className={styles['street']} aria-hidden="true">
                    {streetName(street)}, {nameOf(ubigeo)}
                  </p>
                  {some.map((address) => (
                    <div
                      key={address.order}
                      ref={FOCUS}
                      role="option"
                      aria-selected={address === current}
                      data-address={address.order}
                      className={styles['address']}
                      {...roving.itemAt(addresses.indexOf(address))}
                      onFocus={() => setChosen(address.order)}
                      onClick={({ currentTarget }) => currentTarget.focus()}
                    >
                      <span>{address.address}</span>
                      <span className={styles['about']}>
                        {isTaken(address)
                          ? `Lo está ubicando ${address.claim?.user}`
                          : `${exactnessText(address.place.exactness)} · ${countText(address.orders, 'orden', 'órdenes')}`}
                      </span>
                    </div>
                  ))}
                </div>
              ))}
              {hidden > 0 && (
                <p className={styles['about']}>Y {formatNumber(hidden)} más, que aparecen al ubicar estas.</p>
              )}
            </div>
            <section className={styles['where']} aria-label={current.address}>
              <h3>{current.address}</h3>
              {isTaken(current) && <Alert>Lo está ubicando {current.claim?.user}. Siga con otra dirección.</Alert>}
              {!isKept && !isTaken(current) && (
                <Alert>Otra persona puede tomar esta dirección; siga para continuar.</Alert>
              )}
              <div className={styles['map']}>
                {map ? (
                  <map.CandidatesMap
                    address={current.order}
                    place={current.place}
                    candidates={current.candidates}
                    marked={marked}
                    onMark={mark}
                    onChoose={choose}
                  />
                ) : (
                  <Skeleton height="100%" />
                )}
              </div>
              <div className={styles['answer']}>
                {current.candidates.map(({ lat, lng, exactness }, index) => (
                  <Button
                    key={index}
                    size="sm"
                    aria-pressed={marked?.lat === lat && marked.lng === lng}
                    aria-keyshortcuts={String(index + 1)}
                    onClick={() => choose(index)}
                  >
                    <Kbd>{index + 1}</Kbd> {exactnessText(exactness)}
                  </Button>
                ))}
                {current.candidates.length === 0 && (
                  <p className={styles['about']}>Solo se conoce el distrito: marque la puerta en el mapa.</p>
                )}
              </div>
            </section>
          </>
        )}
        {/* Not above them: a receipt that arrives must not move the map. */}
        <div className={styles['receipt']}>
          <ReceiptCard isInWindow />
        </div>
      </div>
      <WindowFoot>
        <Button onClick={onClose}>Cerrar</Button>
        {current && (
          <Button variant="primary" disabled={!marked || isTaken(current)} onClick={() => void answer()}>
            Guardar y seguir
          </Button>
        )}
      </WindowFoot>
    </Window>
  );
}
