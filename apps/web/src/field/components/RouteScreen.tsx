import { type FieldRoute, type Point, VISIT_STATES } from '@despacho/contracts/dispatch';
import { Map as MapIcon, Menu, RefreshCw } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatWeekday } from '#shared/format/format-day.ts';
import { useClock } from '#shared/hooks/use-seconds.ts';
import { classes } from '#shared/styles/classes.ts';
import { useQueue, useRoute } from '../offline/hooks.ts';
import { CORRECTION_MS } from '../offline/records.ts';
import { refreshRoute } from '../offline/route.ts';
import { type RouteView, type Stop } from '../offline/types.ts';
import { isHalfTicked } from '../rules/load-check.ts';
import { type RouteChange, reviewText } from '../rules/route-changes.ts';
import { findStops } from '../rules/find-stops.ts';
import { doorsOf } from '../rules/door.ts';
import { arrange, type NumberedStop } from '../rules/route-order.ts';
import { isOnTheWay, officeToday, toSetOut } from '../rules/start-day.ts';
import { isLate, isOpen, placeText, stateText } from '../rules/stop-texts.ts';
import { openScreen } from '../state/hash-route.ts';
import { readLoad } from '../state/load.ts';
import { useReturn } from '../state/use-return.ts';
import { useStart } from '../state/use-start.tsx';
import { Action } from './Action.tsx';
import { Banners } from './Banners.tsx';
import { Chip } from './Chip.tsx';
import { FindStop } from './FindStop.tsx';
import { loadScreens } from './load-screens.ts';
import { NotStored } from './NotStored.tsx';
import { RouteHead } from './RouteHead.tsx';
import { Screen } from './Screen.tsx';
import { Section } from './Section.tsx';
import { StopRow } from './StopRow.tsx';
import { Correct, RefusedVisit } from './StopScreen.tsx';
import common from './Common.module.css';
import screenStyles from './Screen.module.css';
import styles from './RouteScreen.module.css';

const EndStatus = lazy(async () => ({ default: (await loadScreens()).EndStatus }));
const OrderUndo = lazy(async () => ({ default: (await loadScreens()).OrderUndo }));
const PhotoTasks = lazy(async () => ({ default: (await loadScreens()).PhotoTasks }));

interface Props {
  here: Point | null;
  now: number;
  timeZone: string;
  changes: readonly RouteChange[];
  onSeen: () => void;
  /** Whether the office receives where the courier is. */
  location: ReactNode;
}

/** «Mi ruta»: the courier's stops of the working day. */
export function RouteScreen({ here, now, timeZone, changes, onSeen, location }: Props) {
  useReturn();
  const { route, stops, ownOrder, reviews, online, isReading } = useRoute();
  const [query, setQuery] = useState('');
  const found = query.trim() === '' ? null : findStops(stops, query);
  return (
    <Screen
      title="Mi ruta"
      aside={
        <>
          <button
            type="button"
            className={classes(screenStyles['tool'], isReading && styles['busy'])}
            aria-label="Actualizar"
            aria-busy={isReading || undefined}
            onClick={() => void refreshRoute()}
          >
            <RefreshCw size={22} aria-hidden="true" />
          </button>
          {stops.length > 0 && (
            <button
              type="button"
              className={screenStyles['tool']}
              aria-label="Mapa de la ruta"
              onClick={() => openScreen({ name: 'map' })}
            >
              <MapIcon size={22} aria-hidden="true" />
            </button>
          )}
          <button
            type="button"
            className={screenStyles['tool']}
            aria-label="Menú"
            onClick={() => openScreen({ name: 'menu' })}
          >
            <Menu size={24} aria-hidden="true" />
          </button>
        </>
      }
      lead={
        route && (
          <>
            <RouteHead route={route} stops={stops} />
            {location}
          </>
        )
      }
      banners={<Banners />}
      footer={route ? <NextStep route={route} stops={stops} timeZone={timeZone} /> : undefined}
    >
      <Changes changes={changes} reviews={reviews} onSeen={onSeen} />
      {route?.end && (
        <Suspense>
          <EndStatus end={route.end} timeZone={timeZone} />
        </Suspense>
      )}
      {route && route.day > officeToday(route, timeZone, now) && (
        <p className={common['warn']}>Su ruta cuenta para el {formatWeekday(route.day)}.</p>
      )}
      {route?.cash && <p className={common['warn']}>{route.cash}</p>}
      {route?.photos && (
        <Suspense>
          <PhotoTasks tasks={route.photos} />
        </Suspense>
      )}
      <JustClosed stops={stops} />
      <Suspense>
        <OrderUndo />
      </Suspense>
      {!route && <p role="status">{online ? 'Leyendo su ruta…' : 'Sin señal: su ruta aparecerá cuando vuelva.'}</p>}
      {route && stops.length === 0 && (
        <p className={classes(common['empty'], 'muted')}>
          Hoy no tiene paradas. Cuando su oficina le asigne órdenes, aparecerán aquí.
        </p>
      )}
      {route && stops.length > 0 && (
        <>
          <FindStop stops={stops} query={query} found={found ?? []} onChange={setQuery} />
          <p role="status" className={found ? styles['found'] : 'visually-hidden'}>
            {found && foundText(found.length, query)}
          </p>
          <Stops {...{ route, stops, ownOrder, found, here, now, timeZone, changes }} />
        </>
      )}
      {!found && <Reviews reviews={reviews} />}
    </Screen>
  );
}

/** «Salí a ruta» before the route, «Cierre del día» after it; nothing in between. */
function NextStep({ route, stops, timeZone }: Pick<RouteView, 'stops'> & { route: FieldRoute; timeZone: string }) {
  const { items } = useQueue();
  const [startedFor, setStartedFor] = useState<string>();
  const open = stops.filter((stop) => isOpen(stop) && !stop.notLoaded);
  const leaving = toSetOut(stops);
  const waiting = leaving.map(({ id }) => id).join(' ');
  const { begin, isBusy, failure, question, note } = useStart({
    route,
    stops,
    timeZone,
    onStarted: () => setStartedFor(waiting),
  });
  if (stops.length === 0) return undefined;
  if (open.length === 0) return <Action to={{ name: 'end' }}>Cierre del día</Action>;
  // The stops keep their state until the service has received it.
  const isStarting = items.some(({ kind }) => kind === 'start');
  // The office may have set all stops on the way; the day still begins with the courier, and with it the positions.
  const isUnderWay = waiting === '' && (route.startedAt !== null || route.end !== null) && !route.end?.confirmedAt;
  if (isStarting || isUnderWay || waiting === startedFor) return undefined;
  return (
    <>
      <NotStored failure={failure} />
      {note !== null && <p className={common['warn']}>{note}</p>}
      {question}
      <Action tone="plain" to={{ name: 'load' }}>
        Revisar la carga
      </Action>
      <Action
        loading={isBusy}
        // Parcels without a tick are left behind, after a question there.
        {...(isHalfTicked(readLoad(route.day), leaving)
          ? { to: { name: 'load' as const } }
          : { onClick: () => begin() })}
      >
        {isOnTheWay(route, items) ? 'Salí con las paradas nuevas' : 'Salí a ruta'}
      </Action>
    </>
  );
}

/** The office's changes, until the courier has seen them. */
function Changes({ changes, reviews, onSeen }: Pick<Props, 'changes' | 'onSeen'> & Pick<RouteView, 'reviews'>) {
  const inReview = new Set(reviews.map(({ order }) => order.id));
  if (changes.length === 0) return null;
  return (
    <section className={common['move']} aria-label="Cambios de la oficina">
      <ul className={styles['changes']}>
        {changes.map(({ kind, id, text }) => (
          <li key={`${kind} ${id ?? ''}`}>
            {text}
            {kind === 'removed' && inReview.has(id ?? '') && '. Su visita llegó: la oficina la revisa.'}
          </li>
        ))}
      </ul>
      <Action tone="plain" onClick={onSeen}>
        Entendido
      </Action>
    </section>
  );
}

/** The latest visit, while it can be corrected. */
function JustClosed({ stops }: { stops: readonly Stop[] }) {
  const now = useClock(20_000).getTime();
  const [last] = stops
    .filter(({ own }) => own && now - Date.parse(own.at) < CORRECTION_MS)
    .sort((one, other) => (other.own?.at ?? '').localeCompare(one.own?.at ?? ''));
  if (!last?.own) return null;
  const { id, own } = last;
  const isRefused = own.state === 'failed';
  return (
    <section className={common[own.draft.to === 'entregada' && !isRefused ? 'good' : 'bad']} aria-label="Última parada">
      <p>
        <strong>{isRefused ? 'Visita no aceptada' : stateText(last)}:</strong> {placeText(last)}.{' '}
        {!isRefused && (own.state === 'sent' ? 'Enviada a la oficina.' : 'Guardada en este teléfono.')}
      </p>
      {isRefused && <RefusedVisit own={own} />}
      <Correct id={id} own={own} />
    </section>
  );
}

/** Visits that the office decides about, and how it decided: they stay here although their stop may be gone. */
function Reviews({ reviews }: Pick<RouteView, 'reviews'>) {
  if (reviews.length === 0) return null;
  return (
    <Section title="En revisión">
      <ul className={styles['reviews']}>
        {reviews.map((review) => (
          <li key={review.visit}>
            <Chip tone={REVIEW_TONES[review.state]}>{VISIT_STATES[review.state]}</Chip>
            <p>{reviewText(review)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const REVIEW_TONES = { pendiente: 'note', aceptada: 'good', rechazada: 'failed' } as const;

const foundText = (count: number, query: string): string => {
  if (count === 0) return `Ninguna parada de hoy coincide con «${query.trim()}»`;
  return count === 1 ? '1 parada' : `${count} paradas`;
};

interface StopsProps
  extends Pick<Props, 'here' | 'now' | 'timeZone' | 'changes'>, Pick<RouteView, 'stops' | 'ownOrder'> {
  route: FieldRoute;
  /** The stops to show, without a division; null for all of them. */
  found: readonly Stop[] | null;
}

function Stops({ route, stops, ownOrder, found, here, now, timeZone, changes }: StopsProps) {
  const { late, next, behind, closed } = arrange(stops, now, ownOrder !== null);
  const isDone = late.length + next.length === 0;
  const isAhead = !isDone && [...late, ...next].every(({ stop }) => (stop.date ?? route.day) > route.day);
  const firstId = (late[0] ?? next[0])?.stop.id;
  const marks = new Map(
    changes.flatMap(({ kind, id }) =>
      id !== null && (kind === 'added' || kind === 'edited')
        ? [[id, kind === 'added' ? 'Nueva' : 'Cambió'] as const]
        : [],
    ),
  );
  const doors = doorsOf([...late, ...next, ...behind].map(({ stop }) => stop));
  const row = (numbered: NumberedStop) => (
    <StopRow
      key={numbered.stop.id}
      {...numbered}
      door={doors.get(numbered.stop.id) ?? [numbered.stop]}
      day={route.day}
      isNext={numbered.stop.id === firstId}
      isLate={isLate(numbered.stop, now)}
      mark={marks.get(numbered.stop.id)}
      here={here}
      timeZone={timeZone}
      reasons={route.reasons}
      hasCode={found !== null}
    />
  );
  if (found)
    return (
      <ol className={styles['stops']} aria-label="Paradas encontradas">
        {[...late, ...next, ...behind, ...closed].filter(({ stop }) => found.includes(stop)).map((each) => row(each))}
      </ol>
    );
  return (
    <>
      {!isDone && (
        <ol className={styles['stops']} aria-label={isAhead ? 'Paradas de mañana' : 'Paradas de hoy'}>
          {[...late, ...next].map((each) => row(each))}
        </ol>
      )}
      {stops.filter(isOpen).length > 1 && (
        <Action tone="plain" to={{ name: 'order' }}>
          Cambiar el orden
        </Action>
      )}
      {isDone && (
        <p className={classes(common['empty'], 'muted')}>
          {behind.length > 0 ? 'Ya visitó todo lo que cargó.' : 'Ya visitó todas sus paradas de hoy.'}
        </p>
      )}
      {behind.length > 0 && (
        <>
          <ol className={styles['stops']} aria-label="Paradas no cargadas">
            {behind.map((each) => row(each))}
          </ol>
          <Action tone="plain" to={{ name: 'load' }}>
            Revisar la carga
          </Action>
        </>
      )}
      {closed.length > 0 && (
        // Remounted when the last stop is closed, so that the list opens.
        <details key={String(isDone)} className={styles['closed']} open={isDone}>
          <summary>Visitadas ({closed.length})</summary>
          <ol className={styles['stops']} aria-label="Paradas visitadas">
            {closed.map((each) => row(each))}
          </ol>
        </details>
      )}
    </>
  );
}
