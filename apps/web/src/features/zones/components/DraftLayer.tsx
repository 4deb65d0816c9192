import { type Corner, type ZoneColor } from '@despacho/contracts/dispatch';
import { divIcon, type LatLng, type LatLngTuple, type Marker as LeafletMarker } from 'leaflet';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Marker, Pane, Polygon, useMap, useMapEvents } from 'react-leaflet';
import { nudgeOf } from '#shared/map/pin/nudge.ts';
import areas from '#shared/map/zones/zones.module.css';
import { classes } from '#shared/styles/classes.ts';
import { middleAfter, movedCorner, withCorner, withoutCorner, type ZoneDraft } from '../rules/zone-draft.ts';
import styles from './DraftLayer.module.css';

interface Props {
  draft: ZoneDraft;
  onChange: (draft: ZoneDraft) => void;
}

/** Corners with a handle at a time: further ones appear when the map is nearer. */
const MAX_HANDLES = 120;

/** Shortest side in pixels that can be divided by its middle. */
const SHORTEST_SIDE = 40;

/** Pixels between pressing and releasing above which the map was dragged. */
const DRAG = 6;

const cornerOf = ({ lat, lng }: LatLng): Corner => [lat, lng];

/**
 * The zone that is drawn: while drawing, each press adds a corner, and the first corner ends it. Corners and the middles of
 * sides are dragged; a focused corner moves with the arrow keys and is removed with Supr. `CornerFields` does the same by
 * buttons, with a press on the map for the new place of a corner.
 */
export function DraftLayer({ draft, onChange }: Props) {
  const { corners, color, isDrawing, isPlacing, chosen } = draft;
  const map = useMap();
  const [view, setView] = useState({});
  useMapEvents({ moveend: () => setView({}), zoomend: () => setView({}) });
  const handles = useMemo(() => {
    const bounds = map.getBounds().pad(0.1);
    const inView = corners.flatMap((corner, index) => (bounds.contains([...corner]) ? [index] : []));
    return inView.slice(0, MAX_HANDLES);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `view` stands for the map's bounds
  }, [map, corners, view]);
  const isLong = (index: number): boolean => {
    const [from, to] = [corners[index], corners[(index + 1) % corners.length]];
    return (
      from !== undefined &&
      to !== undefined &&
      map.latLngToContainerPoint([...from]).distanceTo(map.latLngToContainerPoint([...to])) > SHORTEST_SIDE
    );
  };
  const positions = useMemo(() => corners.map(([lat, lng]): LatLngTuple => [lat, lng]), [corners]);
  const choose = (index: number): void => {
    if (isDrawing && index === 0 && corners.length > 2) onChange({ ...draft, isDrawing: false, chosen: 0 });
    else onChange({ ...draft, chosen: index });
  };
  return (
    <>
      {isDrawing && <Drawing onCorner={(corner) => onChange(withCorner(draft, corners.length, corner))} />}
      {isPlacing && <Drawing onCorner={(corner) => onChange(movedCorner(draft, chosen, corner))} />}
      <Pane name="zone-draft" style={{ zIndex: 310 }}>
        <Polygon
          // A class cannot be changed later.
          key={color}
          positions={positions}
          className={classes(areas['area'], styles['draft'], areas[color])}
          interactive={false}
        />
      </Pane>
      <Pane name="zone-handles" style={{ zIndex: 620 }}>
        {!isDrawing &&
          corners.length > 1 &&
          handles
            .filter(isLong)
            .map((index) => (
              <Handle
                key={`middle ${index}`}
                at={middleAfter(corners, index)}
                name={`Agregar una esquina después de la ${index + 1}`}
                look="middle"
                color={color}
                onMove={(corner) => onChange(withCorner(draft, index + 1, corner))}
                onPress={() => onChange(withCorner(draft, index + 1, middleAfter(corners, index)))}
              />
            ))}
        {handles.map((index) => (
          <Handle
            key={`corner ${index}`}
            at={corners[index] ?? [0, 0]}
            name={
              isDrawing && index === 0 && corners.length > 2
                ? 'Terminar en la esquina 1'
                : `Esquina ${index + 1} de ${corners.length}`
            }
            look={index === chosen ? 'chosen' : 'corner'}
            color={color}
            onMove={(corner) => onChange(movedCorner(draft, index, corner))}
            onPress={() => choose(index)}
            onRemove={() => onChange(withoutCorner(draft, index))}
          />
        ))}
      </Pane>
    </>
  );
}

/** Reports where the map is pressed. */
function Drawing({ onCorner }: { onCorner: (corner: Corner) => void }) {
  const map = useMap();
  const report = useEffectEvent(onCorner);
  useEffect(() => {
    const container = map.getContainer();
    let from = { x: 0, y: 0 };
    const listening = new AbortController();
    const { signal } = listening;
    const isControl = ({ target }: Event): boolean =>
      target instanceof Element && target.closest('button, a, input, li, .leaflet-marker-icon') !== null;
    container.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (from = { x, y }), {
      capture: true,
      signal,
    });
    // Before the marks of orders, which would be selected instead.
    container.addEventListener(
      'click',
      (event) => {
        if (isControl(event)) return;
        event.stopImmediatePropagation();
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG) return;
        report(cornerOf(map.mouseEventToLatLng(event)));
      },
      { capture: true, signal },
    );
    container.classList.add(styles['drawing'] ?? '');
    map.doubleClickZoom.disable();
    return () => {
      listening.abort();
      container.classList.remove(styles['drawing'] ?? '');
      map.doubleClickZoom.enable();
    };
  }, [map]);
  return null;
}

interface HandleProps {
  at: Corner;
  /** Accessible name. */
  name: string;
  look: 'corner' | 'chosen' | 'middle';
  color: ZoneColor;
  onMove: (corner: Corner) => void;
  onPress: () => void;
  onRemove?: () => void;
}

/** A point of the border that can be dragged, pressed, and moved with the arrow keys. */
function Handle({ at: [lat, lng], name, look, color, onMove, onPress, onRemove }: HandleProps) {
  const map = useMap();
  const marker = useRef<LeafletMarker>(null);
  const icon = useMemo(
    () =>
      divIcon({
        className: classes(styles['handle'], styles[look], areas[color]),
        iconSize: look === 'middle' ? [16, 16] : [20, 20],
      }),
    [look, color],
  );
  // A new array for the same place would reset the marker and interrupt a drag.
  const position = useMemo((): [number, number] => [lat, lng], [lat, lng]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = look === 'middle' ? null : nudgeOf(event.key, event.shiftKey);
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (!by && !(isRemoval && onRemove)) return;
    event.preventDefault();
    event.stopPropagation();
    if (by) onMove(cornerOf(map.containerPointToLatLng(map.latLngToContainerPoint([lat, lng]).add([by[0], by[1]]))));
    else onRemove?.();
  });
  useEffect(() => {
    // Leaflet creates a new element for each icon.
    const element = marker.current?.getElement();
    element?.setAttribute('aria-label', name);
    element?.setAttribute('title', name);
    const listen = (event: KeyboardEvent): void => {
      press(event);
    };
    element?.addEventListener('keydown', listen);
    return () => {
      element?.removeEventListener('keydown', listen);
    };
  }, [icon, name]);
  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      pane="zone-handles"
      draggable
      autoPan
      eventHandlers={{
        click: onPress,
        dragend: () => {
          if (marker.current) onMove(cornerOf(marker.current.getLatLng()));
        },
      }}
    />
  );
}
