import { type OrderMark } from './order-mark.ts';

/** Somebody on the road. Where is an estimate: the next stop of the route. */
export interface CourierMark {
  id: string;
  name: string;
  initials: string;
  lat: number;
  lng: number;
  /** What the mark tells, in words. */
  text: string;
}

/** Everything that is drawn over the land. */
export interface MapScene {
  marks: readonly OrderMark[];
  couriers: readonly CourierMark[];
  selected: ReadonlySet<string>;
  hovered: string | null;
  /** Stops still to be made by the courier in question, in their order. */
  route: readonly (readonly [lat: number, lng: number])[];
}

/** Something under the pointer. */
export type Hit =
  | { kind: 'order'; mark: OrderMark }
  | { kind: 'cluster'; marks: readonly OrderMark[] }
  | { kind: 'courier'; courier: CourierMark };
