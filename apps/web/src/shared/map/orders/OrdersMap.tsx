import { type LatLngTuple } from 'leaflet';
import { type ReactNode, useMemo, useState } from 'react';
import { useMap } from 'react-leaflet';
import { announce } from '../../hooks/announce.ts';
import { classes } from '../../styles/classes.ts';
import { createStore, type ReadonlyStore, type Store } from '../../state/store.ts';
import { mainPlaces } from '../main-places.ts';
import { MapNote } from '../MapNote.tsx';
import { MapView } from '../MapView.tsx';
import { BoxSelect } from './BoxSelect.tsx';
import { isRinged } from './draw-scene.ts';
import { fitTo, NEAREST_FIT } from './fit-bounds.ts';
import { FitToMarks } from './FitToMarks.tsx';
import { HoverCard } from './HoverCard.tsx';
import { MapLegend } from './MapLegend.tsx';
import { MapTools } from './MapTools.tsx';
import { type CouriersScene, type Hit, type MapScene } from './map-scene.ts';
import { MarksLayer } from './MarksLayer.tsx';
import { type OrderMark } from './order-mark.ts';
import { OutsideButton } from './OutsideButton.tsx';
import styles from './OrdersMap.module.css';
import { type Stack, StackList } from './StackList.tsx';

/** How a mark was pressed: a plain press selects only this one. */
export interface MapPress {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

interface Props {
  /** Accessible name of the map. Mention where the same data is listed. */
  label: string;
  /** Initial centre, until there are marks to fit. */
  center?: LatLngTuple | undefined;
  zoom?: number | undefined;
  marks: readonly OrderMark[];
  /** The couriers. A store, because they move every second. */
  couriers?: ReadonlyStore<CouriersScene>;
  route?: MapScene['route'];
  /** Further places that the map is fitted to. */
  fitted?: readonly { lat: number; lng: number }[];
  /** Pixels at the right edge that a panel hides. */
  covered?: number;
  selected: ReadonlySet<string>;
  /** The order that is open beside the map. */
  shownId?: string | undefined;
  /** The order under the pointer, here or in a list. A store, because it changes with every move. */
  hovered: Store<string | null>;
  /**
   * Identifies the query that `marks` are the result of: the map fits to a new one. Null while the result is
   * incomplete.
   */
  question: string | null;
  onPick: (mark: OrderMark, press: MapPress) => void;
  /** Selects several marks: those in a drawn box, or all in view. Without it, the tools are hidden. */
  onPickMany?: (marks: readonly OrderMark[]) => void;
  onPickCourier?: (id: string) => void;
  /** Whether selected orders can be dragged to a courier. */
  hasDrag?: boolean;
  /** A message over the map, for example that not everything is shown. */
  note?: ReactNode;
  /** Further layers. */
  children?: ReactNode;
}

const NOBODY = createStore<CouriersScene>({ couriers: [], chosenId: undefined });
const NO_ROUTE: MapScene['route'] = [];
const NO_PLACES: readonly { lat: number; lng: number }[] = [];

/** Orders and couriers on the map. Fills its container. */
export function OrdersMap({ label, center, zoom, note, children, ...props }: Props) {
  const [isBoxOn, setBoxOn] = useState(false);
  return (
    <div className={classes(styles['frame'], isBoxOn && styles['areaOn'])}>
      <MapView {...(center && { center })} {...(zoom !== undefined && { zoom })} label={label}>
        <Marks {...props} isBoxOn={isBoxOn} onToggleBox={setBoxOn} />
        {children}
      </MapView>
      {note !== undefined && <MapNote>{note}</MapNote>}
    </div>
  );
}

interface MarksProps extends Omit<Props, 'label' | 'center' | 'zoom' | 'note' | 'children'> {
  isBoxOn: boolean;
  onToggleBox: (isOn: boolean) => void;
}

function Marks({
  marks,
  couriers = NOBODY,
  route = NO_ROUTE,
  fitted = NO_PLACES,
  covered = 0,
  selected,
  shownId,
  hovered,
  question,
  onPick,
  onPickMany,
  onPickCourier,
  hasDrag = false,
  isBoxOn,
  onToggleBox,
}: MarksProps) {
  const map = useMap();
  const [hover, setHover] = useState<{ hit: Hit; at: { x: number; y: number } }>();
  const [stack, setStack] = useState<Stack>();
  const { main, outside } = useMemo(() => mainPlaces(marks), [marks]);
  const places = useMemo(() => [...main, ...fitted], [main, fitted]);
  const chosen = useMemo(() => marks.filter(({ id }) => selected.has(id)), [marks, selected]);
  const scene = useMemo((): MapScene => ({ marks, selected, shownId, route }), [marks, selected, shownId, route]);

  const chooseWithin = (contains: (mark: OrderMark) => boolean): void => {
    const within = marks.filter(contains);
    onPickMany?.(within);
    announce(within.length === 1 ? '1 orden en el área' : `${within.length} órdenes en el área`);
  };
  const press = (hit: Hit, event: MapPress): void => {
    if (hit.kind === 'courier') onPickCourier?.(hit.courier.id);
    else if (hit.kind === 'order') onPick(hit.mark, event);
    else {
      const there = hit.kind === 'cluster' ? { marks: hit.marks, couriers: [] } : { marks: [], couriers: hit.couriers };
      const all = [...there.marks, ...there.couriers];
      if (map.getZoom() >= NEAREST_FIT || isOnePlace(all)) setStack({ ...there, where: 'en este lugar' });
      else fitTo(map, all, covered);
    }
  };
  const closeStack = (): void => {
    setStack(undefined);
    map.getContainer().focus();
  };

  return (
    <>
      <MarksLayer
        scene={scene}
        couriers={couriers}
        hovered={hovered}
        hasDrag={hasDrag && !isBoxOn}
        onHover={(hit, at) => {
          setHover(hit && { hit, at });
          hovered.set(hit?.kind === 'order' ? hit.mark.id : null);
        }}
        onPress={press}
      />
      <FitToMarks places={places} chosen={chosen} question={question} covered={covered} />
      {onPickMany && (
        <BoxSelect isOn={isBoxOn} onBox={(bounds) => chooseWithin(({ lat, lng }) => bounds.contains([lat, lng]))} />
      )}
      <MapTools
        onFit={() => fitTo(map, places, covered)}
        {...(onPickMany && {
          choosing: {
            isBoxOn,
            onToggleBox: () => onToggleBox(!isBoxOn),
            onChooseVisible: () => {
              const bounds = map.getBounds();
              chooseWithin(({ lat, lng }) => bounds.contains([lat, lng]));
            },
          },
        })}
      />
      <MapLegend marks={marks} hasRing={marks.some(({ id }) => isRinged(scene, id))} />
      {outside.length > 0 && (
        <OutsideButton
          count={outside.length}
          onClick={() => setStack({ marks: outside, couriers: [], where: 'fuera del mapa' })}
        />
      )}
      {stack && (
        <StackList
          {...stack}
          selected={selected}
          onPick={onPick}
          onPickCourier={({ id }) => {
            onPickCourier?.(id);
            closeStack();
          }}
          onClose={closeStack}
        />
      )}
      {hover && !stack && <HoverCard {...hover} />}
    </>
  );
}

/** Whether all are at the same place, as are orders of which only the district is known. */
const isOnePlace = (marks: readonly { lat: number; lng: number }[]): boolean =>
  marks.every(({ lat, lng }) => lat === marks[0]?.lat && lng === marks[0].lng);
