import { type OrderState } from '@despacho/contracts/dispatch';
import { canvas, CircleMarker, map as createMap, type Map, Marker, divIcon } from 'leaflet';
import { type CourierMark } from '../src/shared/map/orders/map-scene.ts';
import { addMarksCanvas } from '../src/shared/map/orders/marks-canvas.ts';
import { type OrderMark } from '../src/shared/map/orders/order-mark.ts';

/* The layers of the map beside Leaflet's, in a page without anything else. */

const ORDERS = 10_000;
const COURIERS = 2000;
const STATES: readonly OrderState[] = ['pendiente', 'asignada', 'en_ruta', 'entregada'];

/** A number from 0 to 1, the same in each run. */
const share = (seed: number): number => (Math.imul(seed + 1, 0x9e3779b1) >>> 0) / 2 ** 32;

/** A place in Lima. */
const placeOf = (seed: number) => ({ lat: -12.25 + 0.4 * share(seed), lng: -77.15 + 0.3 * share(seed * 7 + 3) });

const orders = Array.from({ length: ORDERS }, (_, index): OrderMark => ({
  id: String(index),
  code: `D${index}`,
  state: STATES[index % STATES.length] ?? 'pendiente',
  ...placeOf(index),
  approximate: index % 10 === 0,
  isMisplaced: false,
  late: index % 7 === 0,
  text: '',
}));

/** @param moves how often the couriers have moved, half of them each time. */
const couriersAfter = (moves: number): CourierMark[] =>
  Array.from({ length: COURIERS }, (_, index) => {
    const { lat, lng } = placeOf(ORDERS + index);
    const steps = Math.ceil((moves + (index % 2)) / 2) * 0.0002;
    return {
      id: String(index),
      name: `Ana ${index}`,
      initials: 'AN',
      lat: lat + steps,
      lng,
      heading: index % 5 === 0 ? null : index % 360,
      age: 1000,
      silence: undefined,
      text: '',
    };
  });

/** A frame, and the work that it causes. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

interface Layers {
  /** Half of the couriers move. */
  move: () => void;
}

/** What the map of the product draws. */
function own(map: Map): Layers {
  const marks = addMarksCanvas(map);
  let moves = 0;
  const show = (): void => marks.showCouriers({ couriers: couriersAfter(moves), chosenId: undefined });
  marks.show({ marks: orders, selected: new Set(), route: [] });
  show();
  return {
    move: () => {
      moves += 1;
      show();
    },
  };
}

/** Leaflet's layers: each mark an object of its own. */
function each(map: Map, markAt: (place: { lat: number; lng: number }) => Marker | CircleMarker): Layers {
  for (const order of orders) markAt(order).addTo(map);
  const people = couriersAfter(0).map((courier) => markAt(courier).addTo(map));
  let moves = 0;
  return {
    move: () => {
      moves += 1;
      const next = couriersAfter(moves);
      for (const [index, person] of people.entries())
        if ((index + moves) % 2 === 0) person.setLatLng(next[index] ?? person.getLatLng());
    },
  };
}

const KINDS = {
  own,
  markers: (map: Map) => each(map, (place) => new Marker(place, { icon: divIcon({ className: 'pin' }) })),
  circles: (map: Map) => {
    const renderer = canvas();
    return each(map, (place) => new CircleMarker(place, { renderer, radius: 6 }));
  },
};

let shown: { map: Map; layers: Layers } | undefined;

/** @returns milliseconds until the first frame with all marks. */
export async function open(kind: keyof typeof KINDS): Promise<number> {
  shown?.map.remove();
  const element = document.createElement('div');
  element.style.cssText = 'position: absolute; inset: 0';
  document.body.replaceChildren(element);
  const map = createMap(element, {
    center: [-12.05, -77],
    zoom: 12,
    zoomControl: false,
    attributionControl: false,
    inertia: false,
  });
  await painted();
  const from = performance.now();
  shown = { map, layers: KINDS[kind](map) };
  await painted();
  return performance.now() - from;
}

/** Milliseconds of each frame while somebody drags the map. */
let frames: number[] = [];
let isRecording = false;

export function record(): void {
  frames = [];
  isRecording = true;
  let last = performance.now();
  const onFrame = (now: number): void => {
    frames.push(now - last);
    last = now;
    if (isRecording) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}

/** @returns milliseconds of each frame since `record`. */
export function recorded(): number[] {
  isRecording = false;
  return frames;
}

/** Moves a thousand couriers, again and again. @returns milliseconds of each time, until it is drawn. */
export async function move(times: number): Promise<number[]> {
  const spent: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    shown?.layers.move();
    await painted();
    spent.push(performance.now() - from);
  }
  return spent;
}
