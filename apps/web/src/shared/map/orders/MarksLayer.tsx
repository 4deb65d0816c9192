import { type LeafletMouseEvent } from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { type ReadonlyStore } from '../../state/store.ts';
import { type Hit, type MapScene } from './map-scene.ts';
import { addMarksCanvas, type MarksCanvas } from './marks-canvas.ts';

interface Props {
  scene: MapScene;
  hovered: ReadonlyStore<string | null>;
  onHover: (hit: Hit | undefined, at: { x: number; y: number }) => void;
  onPress: (hit: Hit, event: MouseEvent) => void;
}

/** Draws the marks and reports what is under the pointer. */
export function MarksLayer({ scene, hovered, onHover, onPress }: Props) {
  const map = useMap();
  const canvas = useRef<MarksCanvas>(undefined);
  const move = useEffectEvent((event: LeafletMouseEvent | undefined) => {
    const hit = event && canvas.current?.hitAt(event.containerPoint);
    map.getContainer().classList.toggle('leaflet-interactive', hit !== undefined);
    onHover(hit, event?.containerPoint ?? { x: 0, y: 0 });
  });
  const press = useEffectEvent(({ containerPoint, originalEvent }: LeafletMouseEvent) => {
    const hit = canvas.current?.hitAt(containerPoint);
    if (hit) onPress(hit, originalEvent);
  });

  useEffect(() => {
    const layer = addMarksCanvas(map);
    canvas.current = layer;
    const onMove = (event: LeafletMouseEvent): void => {
      move(event);
    };
    const onOut = (): void => {
      move(undefined);
    };
    const onClick = (event: LeafletMouseEvent): void => {
      press(event);
    };
    map.on('mousemove', onMove);
    map.on('mouseout movestart', onOut);
    map.on('click', onClick);
    return () => {
      map.off('mousemove', onMove);
      map.off('mouseout movestart', onOut);
      map.off('click', onClick);
      layer.remove();
    };
  }, [map]);

  useEffect(() => {
    canvas.current?.show(scene);
  }, [scene]);
  // Not by rendering: the pointer passes dozens of rows a second.
  useEffect(() => {
    const show = (): void => canvas.current?.hover(hovered.get());
    show();
    return hovered.subscribe(show);
  }, [hovered]);
  return null;
}
