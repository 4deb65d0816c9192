import { type OrderMark } from './order-mark.ts';

/** A courier at the newest position. */
export interface CourierMark {
  id: string;
  name: string;
  initials: string;
  lat: number;
  lng: number;
  /** Direction of movement in degrees from north, clockwise; null if unknown. */
  heading: number | null;
  /** Age of the position in milliseconds. */
  age: number;
  /** Set after a long silence: how long, such as «14 min». */
  silence: string | undefined;
  /** Text of the mark. */
  text: string;
}

/** The orders drawn over the base layer. */
export interface MapScene {
  marks: readonly OrderMark[];
  selected: ReadonlySet<string>;
  /** The order that is open beside the map: highlighted like the one under the pointer. */
  shownId?: string | undefined;
  /** Remaining stops of the displayed courier, in order. */
  route: readonly (readonly [lat: number, lng: number])[];
}

/** The couriers drawn over the orders. */
export interface CouriersScene {
  couriers: readonly CourierMark[];
  /** Never merged with others, and named. */
  chosenId: string | undefined;
}

/** The item under the pointer. */
export type Hit =
  | { kind: 'order'; mark: OrderMark }
  | { kind: 'cluster'; marks: readonly OrderMark[] }
  | { kind: 'courier'; courier: CourierMark }
  | { kind: 'couriers'; couriers: readonly CourierMark[] };
