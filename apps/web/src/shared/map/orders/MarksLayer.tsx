import { useEffect, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { type ReadonlyStore } from '../../state/store.ts';
import { type CouriersScene, type Hit, type MapScene } from './map-scene.ts';
import { addMarksCanvas, type MarksCanvas } from './marks-canvas.ts';

interface Props {
  scene: MapScene;
  couriers: ReadonlyStore<CouriersScene>;
  hovered: ReadonlyStore<string | null>;
  /** Whether selected orders can be dragged to a courier; the map moves otherwise. */
  hasDrag: boolean;
  onHover: (hit: Hit | undefined, at: { x: number; y: number }) => void;
  onPress: (hit: Hit, event: MouseEvent) => void;
}

/**
 * Marks the map's element with the start or target of a drag of orders at the pointer, as the rows of a list do
 * (`useOrderDrag` of the desk): a selected order, or a courier.
 */
function markDrag({ dataset }: HTMLElement, hit: Hit | undefined, selected: ReadonlySet<string>): void {
  delete dataset['orderId'];
  delete dataset['courierId'];
  if (hit?.kind === 'courier') dataset['courierId'] = hit.courier.id;
  else if (hit?.kind === 'order' && selected.has(hit.mark.id)) dataset['orderId'] = hit.mark.id;
}

/** Draws the marks and reports the mark under the pointer. */
export function MarksLayer({ scene, couriers, hovered, hasDrag, onHover, onPress }: Props) {
  const map = useMap();
  const canvas = useRef<MarksCanvas>(undefined);
  const move = (at: { x: number; y: number } | undefined, isPressed = false): void => {
    const hit = at && canvas.current?.hitAt(at);
    const container = map.getContainer();
    container.classList.toggle('leaflet-interactive', hit !== undefined);
    markDrag(container, hasDrag ? hit : undefined, scene.selected);
    onHover(isPressed ? undefined : hit, at ?? { x: 0, y: 0 });
  };
  const leave = (): void => {
    move(undefined);
  };
  useMapEvents({
    // During a drag, the card at the pointer names the target.
    mousemove: ({ containerPoint, originalEvent }) => move(containerPoint, originalEvent.buttons > 0),
    mouseout: leave,
    movestart: leave,
    // A press on a selected order drags the selection, and not the map.
    mousedown: () => {
      if (map.getContainer().dataset['orderId'] === undefined) return;
      map.dragging.disable();
      const ending = new AbortController();
      const end = (): void => {
        ending.abort();
        map.dragging.enable();
      };
      for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal: ending.signal });
    },
    click: ({ containerPoint, originalEvent }) => {
      const hit = canvas.current?.hitAt(containerPoint);
      if (hit) onPress(hit, originalEvent);
    },
  });

  useEffect(() => {
    const layer = addMarksCanvas(map);
    canvas.current = layer;
    return () => layer.remove();
  }, [map]);

  useEffect(() => {
    canvas.current?.show(scene);
  }, [scene]);
  // Not by rendering: couriers move every second.
  useEffect(() => {
    const show = (): void => canvas.current?.showCouriers(couriers.get());
    show();
    return couriers.subscribe(show);
  }, [couriers]);
  // Not by rendering: the pointer passes dozens of rows a second.
  useEffect(() => {
    const show = (): void => canvas.current?.hover(hovered.get());
    show();
    return hovered.subscribe(show);
  }, [hovered]);
  return null;
}
