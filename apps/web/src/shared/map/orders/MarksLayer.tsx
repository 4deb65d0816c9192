import { useEffect, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { type ReadonlyStore } from '../../state/store.ts';
import { type CouriersScene, type Hit, type MapScene } from './map-scene.ts';
import { addMarksCanvas, type MarksCanvas } from './marks-canvas.ts';

interface Props {
  scene: MapScene;
  couriers: ReadonlyStore<CouriersScene>;
  hovered: ReadonlyStore<string | null>;
  onHover: (hit: Hit | undefined, at: { x: number; y: number }) => void;
  onPress: (hit: Hit, event: MouseEvent) => void;
}

/** Draws the marks and reports what is under the pointer. */
export function MarksLayer({ scene, couriers, hovered, onHover, onPress }: Props) {
  const map = useMap();
  const canvas = useRef<MarksCanvas>(undefined);
  const move = (at: { x: number; y: number } | undefined): void => {
    const hit = at && canvas.current?.hitAt(at);
    map.getContainer().classList.toggle('leaflet-interactive', hit !== undefined);
    onHover(hit, at ?? { x: 0, y: 0 });
  };
  const leave = (): void => {
    move(undefined);
  };
  useMapEvents({
    mousemove: ({ containerPoint }) => move(containerPoint),
    mouseout: leave,
    movestart: leave,
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
