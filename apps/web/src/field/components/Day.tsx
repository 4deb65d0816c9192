import { type FieldSession } from '@despacho/contracts/dispatch';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { CORRECTION_MS } from '../offline/records.ts';
import { refreshRoute } from '../offline/route.ts';
import { useQueue, useRoute } from '../offline/hooks.ts';
import { type OwnVisit, type QueueItem, type Stop } from '../offline/types.ts';
import { useClock } from '#shared/hooks/use-seconds.ts';
import { LocationNote } from '../positions/LocationNote.tsx';
import { usePositions } from '../positions/use-positions.ts';
import { othersAtDoor } from '../rules/door.ts';
import { isPending } from '../rules/route-changes.ts';
import { isOpen } from '../rules/stop-texts.ts';
import { useScreen } from '../state/hash-route.ts';
import { useAwake, useNoticeAccepted } from '../state/settings.ts';
import { usePlace } from '../state/use-place.ts';
import { useRouteChanges } from '../state/use-route-changes.ts';
import { useWakeLock } from '../state/use-wake-lock.ts';
import { untilLoaded } from './until-loaded.ts';
import { loadScreens } from './load-screens.ts';
import { RouteScreen } from './RouteScreen.tsx';
import { Screen } from './Screen.tsx';
import { StopScreen } from './StopScreen.tsx';

/** After connecting, the courier sees the full notice about what the office sees again. */
const FIRST_DAY_MS = 24 * 3_600_000;

const LoadScreen = lazy(async () => ({ default: (await loadScreens()).LoadScreen }));
const DayEndScreen = lazy(async () => ({ default: (await loadScreens()).DayEndScreen }));
const HelpScreen = lazy(async () => ({ default: (await loadScreens()).HelpScreen }));
const OrderScreen = lazy(async () => ({ default: (await loadScreens()).OrderScreen }));
const NoticeScreen = lazy(async () => ({ default: (await loadScreens()).NoticeScreen }));
const QueueScreen = lazy(async () => ({ default: (await loadScreens()).QueueScreen }));
const VisitScreen = lazy(async () => ({ default: (await loadScreens()).VisitScreen }));
/** In a separate file: the service worker stores it, and it is parsed when it is opened. */
const MapScreen = lazy(async () => ({ default: (await untilLoaded(() => import('../map/MapScreen.tsx'))).MapScreen }));
const MenuScreen = lazy(async () => ({ default: (await loadScreens()).MenuScreen }));

/** The day of a connected courier: shows the screen that the address names. */
export function Day({ session }: { session: FieldSession }) {
  const isAccepted = useNoticeAccepted(session);
  return isAccepted ? (
    <Screens session={session} />
  ) : (
    later('Antes de empezar', <NoticeScreen session={session} isFirst />)
  );
}

function Screens({ session }: { session: FieldSession }) {
  const screen = useScreen();
  const { route, stops, ownOrder, clockOffsetMs } = useRoute();
  const { items } = useQueue();
  const here = usePlace();
  const phoneTime = useClock(20_000).getTime();
  // By the phone's own clock, stops would be late that are not.
  const now = phoneTime + clockOffsetMs;
  useFreshRoute(items);
  // Right after the first screen, so that all are stored when the signal is lost.
  useEffect(() => void loadScreens(), []);
  const isFirstDay = now < Date.parse(session.connectedAt) + FIRST_DAY_MS;
  const location = <LocationNote state={usePositions(route, items)} isFirstDay={isFirstDay} />;
  const { changes, clear } = useRouteChanges({ route, ownOrder });
  const isAwake = useAwake();
  useWakeLock(isAwake && Boolean(route?.startedAt) && !route?.end);
  const shown = useRetained(stops, 'id' in screen ? screen.id : undefined);

  if ('id' in screen && route && shown) {
    const { stop, number } = shown;
    const corrected = correctable(stop, phoneTime);
    const to = screen.name === 'deliver' ? 'entregada' : 'no_entregada';
    if (screen.name === 'stop' || !(isOpen(stop) || corrected) || (stop.notLoaded && to === 'entregada'))
      return <StopScreen key={stop.id} {...{ stop, stops, number, route, session, here, now }} />;
    return later(
      to === 'entregada' ? 'Entregar' : 'No entregada',
      <VisitScreen
        key={`${stop.id} ${screen.name}`}
        {...{ stop, route, corrected }}
        beside={othersAtDoor(stop, stops)}
        to={to}
        owner={session}
        isGone={number === 0}
      />,
    );
  }
  if (screen.name === 'queue') return later('Por enviar', <QueueScreen />);
  if (screen.name === 'load' && route)
    return later('Carga', <LoadScreen route={route} stops={stops} timeZone={session.timeZone} />);
  if (screen.name === 'map' && route)
    return later('Mapa de la ruta', <MapScreen {...{ route, stops, ownOrder, here, now }} />);
  if (screen.name === 'menu') return later('Menú', <MenuScreen session={session} />);
  if (screen.name === 'order' && route) return later('Orden de la ruta', <OrderScreen stops={stops} day={route.day} />);
  if (screen.name === 'notice') return later('Aviso de privacidad', <NoticeScreen session={session} isFirst={false} />);
  if (screen.name === 'help') return later('Cómo se usa', <HelpScreen />);
  if (screen.name === 'end' && route) return later('Cierre del día', <DayEndScreen route={route} session={session} />);
  return (
    <RouteScreen
      changes={changes.filter((change) => isPending(change, stops))}
      onSeen={clear}
      timeZone={session.timeZone}
      {...{ location, here, now }}
    />
  );
}

/** @returns a screen that may still have to be downloaded. */
const later = (title: string, screen: ReactNode): ReactNode => (
  <Suspense
    fallback={
      <Screen title={title} back={{ name: 'route' }}>
        <p role="status">Abriendo…</p>
      </Screen>
    }
  >
    {screen}
  </Suspense>
);

/** Reads the route when «Salí a ruta», «Cierre del día», an order or a note has been sent: the answer shows the result. */
function useFreshRoute(items: readonly QueueItem[]): void {
  const isWaiting = items.some(({ kind }) => kind !== 'visit' && kind !== 'photo');
  useEffect(() => (isWaiting ? () => void refreshRoute() : undefined), [isWaiting]);
}

/** @returns this phone's visit to a stop, while it can be corrected. */
const correctable = ({ own }: Stop, now: number): OwnVisit | null =>
  own && now - Date.parse(own.at) < CORRECTION_MS ? own : null;

/** Keeps showing an opened stop that the office takes out of the route, with the number 0. */
function useRetained(stops: readonly Stop[], id: string | undefined): { stop: Stop; number: number } | undefined {
  const [kept, setKept] = useState<Stop>();
  const index = stops.findIndex((stop) => stop.id === id);
  const stop = stops[index] ?? (kept?.id === id ? kept : undefined);
  if (stop && stop !== kept) setKept(stop);
  return stop && { stop, number: index + 1 };
}
