import {
  addDays,
  type Arrival,
  type CourierTrail,
  type OrderFilter,
  unpackTrail,
  type Period,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import CalendarX from 'lucide-react/icons/calendar-x';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { usePlaceJudge } from '#shared/districts/use-place-judge.ts';
import { dayFormat } from '#shared/format/format-day.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { minuteIn } from '#shared/format/working-day.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { FitToMarks } from '#shared/map/orders/FitToMarks.tsx';
import { markOf } from '#shared/map/orders/order-mark.ts';
import { OrdersMap } from '#shared/map/orders/OrdersMap.tsx';
import { officeView } from '#shared/map/office-view.ts';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { createStore } from '#shared/state/store.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DayPicker } from '#shared/ui/DayPicker/DayPicker.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { ScreenControls } from '#shared/ui/TopBarSlot/ScreenControls.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { doneStopsQuery } from '#features/orders/api/stops-query.ts';
import { arrivalsQuery } from '#features/orders/api/arrivals-query.ts';
import { useAddressParams } from '#features/orders/state/use-address-params.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { type OfficeChoice, useOffice } from '#features/session/state/use-office.ts';
import { type ReplayAddress, writeReplay } from '../rules/replay-address.ts';
import { courierTrailQuery, dayTrailsQuery, pastOrdersQuery } from './api/replay-queries.ts';
import { DayCouriers } from './components/DayCouriers.tsx';
import styles from './components/Replay.module.css';
import { ReplayBar } from './components/ReplayBar.tsx';
import { TrailDetails } from './components/TrailDetails.tsx';
import { TrailLayer } from './components/TrailLayer.tsx';
import { replayFilter, selectsCourier, withAllCouriers } from './rules/replay-filter.ts';
import { instantIn, playedSpan } from './rules/playback.ts';
import { staysOf } from './rules/stays.ts';
import { type Track, tracksOf } from './rules/track.ts';
import { usePastCouriers } from './state/use-past-couriers.ts';
import { usePlayback } from './state/use-playback.ts';
import { useSettledTime } from './state/use-settled-time.ts';

const dayText = dayFormat({ day: 'numeric', month: 'long' });

/** Seconds of the day between two readings of the orders: in a fast replay, twelve readings a minute at most. */
const STEP = 60;
const FAST_STEP = 300;
const FAST = 15;

/** The points of a trail in place of its outline. */
const wholeTrail = ({ points, gaps }: CourierTrail): Pick<Track, 'points' | 'gaps'> => ({
  points: unpackTrail(points),
  gaps,
});

const NO_ORDER: ReadonlySet<string> = new Set();
const NO_ARRIVALS: readonly Arrival[] = [];

type Change = (address: ReplayAddress | undefined, options?: { push: boolean }) => void;

/** «Repetir el día» and «Recorrido»: couriers and orders of a working day as they were at each minute. */
export default function ReplayScreen({ address }: { address: ReplayAddress }) {
  const office = useOffice();
  const { officeId, timeZone } = office;
  const today = useToday(timeZone);
  useTitle('view', `Repetir el ${dayText(address.day)}`);
  const [params, write] = useAddressParams();
  const written = params.toString();
  const change = useCallback<Change>(
    (next, options) => write((params) => writeReplay(next, params), options ?? {}),
    [write],
  );
  const filter = useMemo(() => replayFilter(new URLSearchParams(written)), [written]);
  const query = useQuery(dayTrailsQuery(officeId, address.day));
  const { data } = query;
  const tracks = useMemo(() => data && tracksOf(data), [data]);
  const span = useMemo(() => tracks && playedSpan(tracks, serverNow() / 1000), [tracks]);
  useReportFirstRows(!query.isPending);
  const live = (): void => change(undefined, { push: true });
  return (
    // `data-past` hides «En vivo» in the top bar.
    <div className={styles['screen']} data-past="">
      <ScreenControls className={styles['top']}>
        <DayPicker
          day={address.day}
          today={today}
          onChange={(day) => change({ day, time: null, courierId: null }, { push: true })}
        />
        <OfficePicker office={office} />
      </ScreenControls>
      {query.isPending && <Skeletons label="Cargando el día" count={6} height={56} className={styles['waiting']} />}
      {query.isError && (
        <div className={styles['notice']}>
          <QueryError query={query} />
          <Button onClick={live}>Volver al vivo</Button>
        </div>
      )}
      {data && tracks && !span && (
        <EmptyState
          icon={<CalendarX size={22} />}
          title="Nadie marcó «Salí a ruta» ese día"
          action={
            <>
              <Button
                disabled={address.day <= data.oldestDay}
                onClick={() => change({ ...address, day: addDays(address.day, -1), time: null }, { push: true })}
              >
                Ver el día anterior
              </Button>{' '}
              <Button variant="primary" onClick={live}>
                Volver al vivo
              </Button>
            </>
          }
        >
          Aquí se repite el recorrido de cada repartidor, entre «Salí a ruta» y «Cierre».
        </EmptyState>
      )}
      {tracks && span && (
        <Replay
          key={`${officeId} ${address.day}`}
          office={office}
          address={address}
          tracks={tracks}
          span={span}
          filter={filter}
          onChange={change}
          onAllCouriers={() => write(withAllCouriers, { push: true })}
        />
      )}
    </div>
  );
}

interface ReplayProps {
  office: OfficeChoice;
  address: ReplayAddress;
  tracks: readonly Track[];
  span: Period;
  filter: OrderFilter;
  onChange: Change;
  /** Removes the couriers from the filter. */
  onAllCouriers: () => void;
}

function Replay({ office, address, tracks: all, span, filter, onChange, onAllCouriers }: ReplayProps) {
  const { officeId, timeZone, offices } = office;
  const { day, courierId } = address;
  const tracks = useMemo(
    () => all.filter(({ id }) => id === courierId || selectsCourier(filter, id)),
    [all, courierId, filter],
  );
  const timeText = useCallback(
    (seconds: number) => formatTime(new Date(seconds * 1000).toISOString(), timeZone),
    [timeZone],
  );
  /** A trail is shown to its end; a day starts in the morning. */
  const [start] = useState(() => {
    if (address.time !== null) return instantIn(span, address.time, timeText(span.from));
    return courierId === null ? span.from : span.to;
  });
  const playback = usePlayback(span, start);
  const { time, isPlaying, speed, seek } = playback;
  const settled = useSettledTime(time, isPlaying && speed >= FAST ? FAST_STEP : STEP, isPlaying);

  const trail = useQuery({ ...courierTrailQuery(officeId, day, courierId ?? ''), enabled: courierId !== null }).data;
  const { data: arrivals = NO_ARRIVALS } = useQuery({
    ...arrivalsQuery(officeId, { repartidor: courierId ?? '', dia: day }),
    enabled: courierId !== null,
  });
  const stays = useMemo(
    () => (trail ? staysOf(trail.stops, arrivals, unpackTrail(trail.points)) : []),
    [trail, arrivals],
  );
  const overview = tracks.find(({ id }) => id === courierId);
  const shown = useMemo(
    () => tracks.map((track) => (trail && track.id === trail.courier.id ? { ...track, ...wholeTrail(trail) } : track)),
    [tracks, trail],
  );
  const chosen = shown.find(({ id }) => id === courierId);
  const couriers = usePastCouriers(shown, time, courierId ?? undefined, timeText);

  // The address follows the time when it rests: browsers refuse an address that changes many times a second.
  useEffect(() => {
    if (!isPlaying && settled !== start) onChange({ day, courierId, time: timeText(settled) });
  }, [isPlaying, settled, start, day, courierId, timeText, onChange]);

  const maySeeOrders = useMayUse()(['U01']);
  // A day that has just begun lasts one minute, although it is not over.
  const [latest] = useState(serverNow);
  const orders = useQuery({
    ...pastOrdersQuery(officeId, day, minuteIn(timeZone, Math.min(settled * 1000, latest)), filter),
    enabled: maySeeOrders,
  });
  const { data: visited } = useQuery({
    ...doneStopsQuery(officeId, courierId ?? '', day),
    enabled: maySeeOrders && courierId !== null,
  });
  // Only a complete order has an address.
  const names = useMemo(
    () =>
      new Map([
        ...(orders.data ?? []).map(({ id, code, recipient }) => [id, `${recipient.name} (${code})`] as const),
        ...(visited ?? []).map(
          ({ id, code, recipient, place }) => [id, `${recipient.name}, ${place.address} (${code})`] as const,
        ),
      ]),
    [orders.data, visited],
  );
  const judge = usePlaceJudge(officeId, maySeeOrders);
  const marks = useMemo(
    () => (orders.data ?? []).map((order) => markOf(order, settled * 1000, judge)),
    [orders.data, settled, judge],
  );
  const [hovered] = useState(() => createStore<string | null>(null));
  const choose = (id: string | null): void =>
    onChange({ day, courierId: id, time: timeText(time.get()) }, { push: true });
  const places = courierId === null ? tracks.flatMap(({ points }) => points) : (chosen?.points ?? []);
  return (
    <div className={styles['desk']}>
      <aside className={styles['side']} aria-label="Repartidores del día">
        {courierId !== null && trail ? (
          <TrailDetails
            officeId={officeId}
            trail={trail}
            stays={stays}
            names={names}
            time={time}
            timeText={timeText}
            onSeek={seek}
            onBack={() => choose(null)}
          />
        ) : (
          <DayCouriers
            tracks={tracks}
            total={all.length}
            time={time}
            timeText={timeText}
            onChoose={choose}
            onAll={onAllCouriers}
          />
        )}
      </aside>
      <div className={styles['map']}>
        <OrdersMap
          {...(officeView(offices?.find(({ id }) => id === officeId)?.name ?? officeId) ?? {})}
          label="Mapa del día. Las paradas están también en la lista."
          marks={marks}
          couriers={couriers}
          selected={NO_ORDER}
          hovered={hovered}
          question={null}
          note={orders.isError ? `Sin los estados de las órdenes: ${failureText(orders.error)}` : undefined}
          onPick={() => undefined}
          onPickCourier={choose}
        >
          <FitToMarks places={places} question={`${day} ${courierId ?? ''} ${chosen === overview ? '' : 'whole'}`} />
          {chosen && <TrailLayer points={chosen.points} gaps={chosen.gaps} stays={stays} time={time} onStop={seek} />}
        </OrdersMap>
        <ReplayBar
          span={span}
          playback={playback}
          dayText={dayText(day)}
          timeText={timeText}
          tracks={tracks}
          chosen={chosen}
          onLive={() => onChange(undefined, { push: true })}
        />
      </div>
    </div>
  );
}
