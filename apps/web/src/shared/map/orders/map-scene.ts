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

/** A stop of the displayed courier: a numbered circle that is never merged. */
export interface RouteStop {
  mark: OrderMark;
  /** From 1, over the whole day. */
  number: number;
  /** Visited. The line to it is solid; the line to the stops that remain is dashed. */
  isDone: boolean;
}

/** The orders drawn over the base layer. */
export interface MapScene {
  marks: readonly OrderMark[];
  selected: ReadonlySet<string>;
  /** The order that is open beside the map: highlighted like the one under the pointer. */
  shownId?: string | undefined;
  /** The displayed courier's stops in order, visited ones first. */
  route: readonly RouteStop[];
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
