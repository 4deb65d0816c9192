import { type FieldSession } from '@despacho/contracts/dispatch';
import { useEffect, useState } from 'react';
import { closeVisit, CORRECTION_MS, correctVisit } from '../offline/records.ts';
import { refreshRoute } from '../offline/route.ts';
import { useQueue, useRoute } from '../offline/hooks.ts';
import { type OwnVisit, type QueueItem } from '../offline/types.ts';
import { LocationNote } from '../positions/LocationNote.tsx';
import { usePositions } from '../positions/use-positions.ts';
import { isPending } from '../rules/route-changes.ts';
import { isOpen } from '../rules/stop-texts.ts';
import { type DraftOwner } from '../state/drafts.ts';
import { goToRoute, type Screen as Place, useScreen } from '../state/hash-route.ts';
import { useAwake, useNoticeAccepted } from '../state/settings.ts';
import { useNow } from '../state/use-now.ts';
import { usePlace } from '../state/use-place.ts';
import { useRouteChanges } from '../state/use-route-changes.ts';
import { useSignal } from '../state/use-signal.ts';
import { useWakeLock } from '../state/use-wake-lock.ts';
import { type Day as Route, type Stop } from '../types.ts';
import { Banners } from './Banners.tsx';
import { DayEndScreen } from './DayEndScreen.tsx';
import { HelpScreen } from './HelpScreen.tsx';
import { MenuScreen } from './MenuScreen.tsx';
import { NoticeScreen } from './NoticeScreen.tsx';
import { QueueScreen } from './QueueScreen.tsx';
import { RouteScreen, showTop } from './RouteScreen.tsx';
import { StopScreen } from './StopScreen.tsx';
import { VisitScreen } from './VisitScreen.tsx';

/** The day of a connected courier: shows the screen that the address names. */
export function Day({ session }: { session: FieldSession }) {
  const isAccepted = useNoticeAccepted(session);
  return isAccepted ? <Screens session={session} /> : <NoticeScreen session={session} isFirst />;
}

function Screens({ session }: { session: FieldSession }) {
  const screen = useScreen();
  const view = useRoute();
  const queue = useQueue();
  const here = usePlace();
  const phoneTime = useNow();
  // By the phone's own clock, stops would be late that are not.
  const now = phoneTime + view.clockOffsetMs;
  const online = useSignal() && view.online;
  useFreshRoute(queue.items);
  const location = <LocationNote state={usePositions(view, queue)} />;
  const { changes, clear } = useRouteChanges(view.route);
  const route: Route | null = view.route;
  const stops: readonly Stop[] = view.stops;
  const isAwake = useAwake();
  useWakeLock(isAwake && Boolean(route?.startedAt) && !route?.end);
  const shown = useRetained(stops, 'id' in screen ? screen.id : undefined);
  const { timeZone, courier, office } = session;
  const banners = <Banners route={{ ...view, online }} queue={queue} isQueueShown={screen.name === 'queue'} />;
  const common = { now, here, timeZone, banners };

  if ('id' in screen && route && shown) {
    const { stop, number } = shown;
    if (screen.name === 'stop')
      return (
        <StopScreen key={stop.id} stop={stop} number={number} route={route} {...{ courier, office }} {...common} />
      );
    const corrected = correctable(stop, phoneTime);
    if (isOpen(stop) || corrected)
      return (
        <Visit
          key={`${stop.id} ${screen.name}`}
          {...{ screen, stop, route, corrected }}
          owner={session}
          isGone={number === 0}
          online={online}
        />
      );
    return <StopScreen key={stop.id} stop={stop} number={number} route={route} {...{ courier, office }} {...common} />;
  }
  if (screen.name === 'queue') return <QueueScreen queue={queue} stops={stops} banners={banners} />;
  if (screen.name === 'menu')
    return <MenuScreen session={session} unsent={queue.items.length} officePhone={route?.office.phone ?? null} />;
  if (screen.name === 'notice') return <NoticeScreen session={session} isFirst={false} />;
  if (screen.name === 'help') return <HelpScreen />;
  if (screen.name === 'end' && route)
    return <DayEndScreen {...{ route, stops, queue, timeZone, banners }} reviews={view.reviews} />;
  return (
    <RouteScreen
      view={view}
      stops={stops}
      queue={queue}
      changes={changes.filter((change) => isPending(change, stops))}
      onSeen={clear}
      location={location}
      {...common}
    />
  );
}

/** Reads the route when «Salí a ruta», «Cierre del día» or a note has been sent: the answer shows the result. */
function useFreshRoute(items: readonly QueueItem[]): void {
  const isWaiting = items.some(({ kind }) => kind === 'start' || kind === 'end' || kind === 'note');
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

interface VisitProps {
  screen: Place & { id: string };
  stop: Stop;
  route: Route;
  corrected: OwnVisit | null;
  owner: DraftOwner;
  isGone: boolean;
  online: boolean;
}

function Visit({ screen, stop, route, corrected, owner, isGone, online }: VisitProps) {
  const to = screen.name === 'deliver' ? 'entregada' : 'no_entregada';
  // A visit that is being corrected stays the same until it is confirmed, even after its five minutes.
  const [first] = useState(corrected);
  return (
    <VisitScreen
      {...{ stop, to, owner, isGone, online }}
      corrected={first}
      required={route.requires[to === 'entregada' ? 'delivered' : 'failed']}
      reasons={route.reasons}
      onClose={async (draft, photos) => {
        await (first ? correctVisit(first.id, draft, photos) : closeVisit(draft, photos));
        void refreshRoute();
      }}
      onDone={() => {
        showTop();
        goToRoute();
      }}
    />
  );
}
