import { type FieldRoute, type Point } from '@despacho/contracts/dispatch';
import { ChevronLeft, ChevronRight, LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import '#shared/styles/map-tokens.css';
import { geolocation, mayLocate } from '#shared/browser/geolocation.ts';
import { classes } from '#shared/styles/classes.ts';
import { Screen } from '../components/Screen.tsx';
import { ScreenLink } from '../components/ScreenLink.tsx';
import { DueChips } from '../components/StopRow.tsx';
import { WayLink } from '../components/WayLink.tsx';
import { type RouteView, type Stop } from '../offline/types.ts';
import { totalsOf } from '../rules/door.ts';
import { arrange } from '../rules/route-order.ts';
import { isLate, isOpen, stateText } from '../rules/stop-texts.ts';
import { pinsOf, type StopsPin } from './pins-of.ts';
import { RouteMap } from './route-map.ts';
import { tileSource } from './tile-source.ts';
import common from '../components/Common.module.css';
import styles from './MapScreen.module.css';

interface Props extends Pick<RouteView, 'ownOrder'> {
  route: FieldRoute;
  stops: readonly Stop[];
  here: Point | null;
  /** In epoch milliseconds. */
  now: number;
}

/** @returns the phone's position while the map is open; before the first fix, the last known one. */
function useFollowedPlace(known: Point | null): Point | null {
  const [place, setPlace] = useState<Point | null>(null);
  useEffect(() => {
    const places = geolocation();
    let watch: number | undefined;
    let isOpened = true;
    void mayLocate().then((isAllowed) => {
      if (!isAllowed || !isOpened) return;
      watch = places?.watchPosition(
        ({ coords: { latitude, longitude } }) => setPlace({ lat: latitude, lng: longitude }),
        () => undefined,
        { enableHighAccuracy: true, maximumAge: 15_000 },
      );
    });
    return () => {
      isOpened = false;
      if (watch !== undefined) places?.clearWatch(watch);
    };
  }, []);
  return place ?? known;
}

/** Draws the base map of the area, once its tiles are known. @returns their credit. */
function useTiles(map: RouteMap | undefined, area: FieldRoute['area']): string {
  const [credit, setCredit] = useState('');
  // A route that was read again has an equal area.
  const key = JSON.stringify(area ?? null);
  useEffect(() => {
    const wanted = JSON.parse(key) as FieldRoute['area'] | null;
    if (!map || !wanted) return undefined;
    let isCurrent = true;
    void tileSource(wanted).then((found) => {
      if (!isCurrent || !found) return;
      map.useTiles(found.source);
      setCredit(found.credit);
    });
    return () => {
      isCurrent = false;
    };
  }, [map, key]);
  return credit;
}

/** The route on a map: its stops as numbered pins and the courier. The list of «Mi ruta» is its text alternative. */
export function MapScreen({ route, stops, ownOrder, here: known, now }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [map, setMap] = useState<RouteMap>();
  const { late, next } = arrange(stops, now, ownOrder !== null);
  const nextId = (late[0] ?? next[0])?.stop.id;
  const pins = pinsOf(stops, nextId, now);
  const [chosenId, setChosenId] = useState(nextId);
  const found = pins.findIndex((pin) => pin.stops.some(({ stop }) => stop.id === chosenId));
  const chosen = found < 0 ? null : found;
  const here = useFollowedPlace(known);
  const credit = useTiles(map, route.area);
  const choose = (index: number): void => setChosenId(pins[index]?.stops[0]?.stop.id);
  const chooseLatest = useRef(choose);
  useEffect(() => {
    chooseLatest.current = choose;
    map?.show({ pins, here, chosen });
  });
  useEffect(() => {
    if (!canvas.current) return undefined;
    const made = new RouteMap(canvas.current, (pin) => chooseLatest.current(pin));
    setMap(made);
    return () => made.end();
  }, []);
  const step = (by: number): void => {
    const index = ((chosen ?? -by) + by + pins.length) % pins.length;
    choose(index);
    const pin = pins[index];
    if (pin) map?.centre(pin.at);
  };
  const pin = chosen === null ? undefined : pins[chosen];
  const open = stops.filter(isOpen).length;
  return (
    <Screen
      title="Mapa de la ruta"
      isFilled
      back={{ name: 'route' }}
      footer={pin && <Chosen pin={pin} now={now} hasOthers={pins.length > 1} onStep={step} />}
    >
      <div className={styles['map']}>
        <canvas
          ref={canvas}
          className={styles['canvas']}
          role="application"
          aria-roledescription="mapa"
          aria-label={`Mapa con ${open === 1 ? '1 parada' : `${open} paradas`} por visitar. Flechas para moverlo, más y menos para acercarlo. La lista está en «Mi ruta».`}
          tabIndex={0}
        />
        <div className={styles['tools']}>
          <Tool label="Acercar" onClick={() => map?.zoomBy(1)} icon={<Plus size={22} aria-hidden="true" />} />
          <Tool label="Alejar" onClick={() => map?.zoomBy(-1)} icon={<Minus size={22} aria-hidden="true" />} />
          <Tool label="Ver toda la ruta" onClick={() => map?.fit()} icon={<Maximize size={20} aria-hidden="true" />} />
          {here && (
            <Tool
              label="Dónde estoy"
              onClick={() => map?.centre(here)}
              icon={<LocateFixed size={20} aria-hidden="true" />}
            />
          )}
        </div>
        {credit !== '' && <p className={styles['credit']}>{credit}</p>}
      </div>
    </Screen>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={styles['tool']} aria-label={label} onClick={onClick}>
      {icon}
    </button>
  );
}

/** The stops of the chosen pin. */
function Chosen({
  pin: { stops },
  now,
  hasOthers,
  onStep,
}: {
  pin: StopsPin;
  now: number;
  hasOthers: boolean;
  onStep: (by: number) => void;
}) {
  const [first] = stops;
  const door = stops.map(({ stop }) => stop).filter(isOpen);
  if (!first) return null;
  const { stop, number } = first;
  return (
    <section className={styles['card']} aria-label="Parada elegida">
      <div className={styles['head']}>
        <ScreenLink className={styles['address']} to={{ name: 'stop', id: stop.id }}>
          {number}. {stop.place.address}
        </ScreenLink>
        {hasOthers && (
          <>
            <Tool label="Parada anterior" onClick={() => onStep(-1)} icon={<ChevronLeft aria-hidden="true" />} />
            <Tool label="Parada siguiente" onClick={() => onStep(1)} icon={<ChevronRight aria-hidden="true" />} />
          </>
        )}
      </div>
      <p className={common['quiet']} role="status">
        <span className="visually-hidden">
          Parada {number}, {stop.place.address},
        </span>
        {[stop.recipient.name, stop.place.district, !isOpen(stop) && stateText(stop)].filter(Boolean).join(' · ')}
      </p>
      {isOpen(stop) && (
        <div className={styles['foot']}>
          <p className={classes(common['chips'], styles['chips'])}>
            <DueChips stop={stop} isLate={isLate(stop, now)} due={totalsOf(door).collectDue} />
          </p>
          <WayLink stop={stop} />
        </div>
      )}
      {stops.length > 1 && (
        <ul className={styles['others']} aria-label="En el mismo lugar">
          {stops.slice(1).map((other) => (
            <li key={other.stop.id}>
              <ScreenLink to={{ name: 'stop', id: other.stop.id }}>
                {other.number}. {other.stop.recipient.name}
              </ScreenLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
