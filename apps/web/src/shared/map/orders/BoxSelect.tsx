import { latLngBounds, type LatLngBounds } from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMap } from 'react-leaflet';
import styles from './OrdersMap.module.css';

interface Props {
  /** Whether a plain drag draws a box; with Shift it always does. */
  isOn: boolean;
  onBox: (bounds: LatLngBounds) => void;
}

interface Box {
  x: number;
  y: number;
  toX: number;
  toY: number;
}

/** In pixels; a shorter drag is a click. */
const MIN_SIZE = 6;

/** Draws a box over the map and reports its area. */
export function BoxSelect({ isOn, onBox }: Props) {
  const map = useMap();
  const [box, setBox] = useState<Box>();
  const report = useEffectEvent(onBox);

  useEffect(() => {
    const container = map.getContainer();
    map.boxZoom.disable();
    let drawn: Box | undefined;
    // The click that ends a box must not press the mark below it.
    let isClickSpent = false;
    const here = (event: PointerEvent): { x: number; y: number } => {
      const { left, top } = container.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const onDown = (event: PointerEvent): void => {
      const onControl = event.target instanceof Element && event.target.closest('button, a, input, li') !== null;
      isClickSpent = false;
      if (event.button !== 0 || onControl || !(isOn || event.shiftKey)) return;
      const { x, y } = here(event);
      drawn = { x, y, toX: x, toY: y };
      map.dragging.disable();
      container.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent): void => {
      if (!drawn) return;
      const { x, y } = here(event);
      drawn = { ...drawn, toX: x, toY: y };
      setBox(drawn);
    };
    const end = (isDone: boolean): void => {
      if (!drawn) return;
      const { x, y, toX, toY } = drawn;
      drawn = undefined;
      setBox(undefined);
      map.dragging.enable();
      const isBox = isDone && Math.abs(toX - x) + Math.abs(toY - y) >= MIN_SIZE;
      isClickSpent = isBox || !isDone;
      if (!isBox) return;
      report(latLngBounds(map.containerPointToLatLng([x, y]), map.containerPointToLatLng([toX, toY])));
    };
    const onEnd = ({ type }: PointerEvent): void => {
      end(type === 'pointerup');
    };
    const onClick = (event: MouseEvent): void => {
      // Pressing a button of the map with the keyboard also fires a click, with detail 0.
      if (isClickSpent && event.detail > 0) event.stopImmediatePropagation();
      isClickSpent = false;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !drawn) return;
      // Cancels the box and keeps the selection.
      event.preventDefault();
      event.stopPropagation();
      end(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    // Before Leaflet, which would start to drag the map.
    container.addEventListener('pointerdown', onDown, { capture: true, signal });
    container.addEventListener('click', onClick, { capture: true, signal });
    container.addEventListener('pointermove', onMove, { signal });
    container.addEventListener('pointerup', onEnd, { signal });
    container.addEventListener('pointercancel', onEnd, { signal });
    addEventListener('keydown', onKey, { capture: true, signal });
    return () => {
      end(false);
      listening.abort();
    };
  }, [map, isOn]);

  if (!box) return null;
  const { x, y, toX, toY } = box;
  return (
    <div
      className={styles['box']}
      style={{
        left: Math.min(x, toX),
        top: Math.min(y, toY),
        width: Math.abs(toX - x),
        height: Math.abs(toY - y),
      }}
    />
  );
}
