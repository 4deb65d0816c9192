import { type OrderMark } from './order-mark.ts';

/** A courier on the road. The position is an estimate: the next stop of the route. */
export interface CourierMark {
  id: string;
  name: string;
  initials: string;
  lat: number;
  lng: number;
  /** Text of the mark. */
  text: string;
}

/** Everything drawn over the base layer. */
export interface MapScene {
  marks: readonly OrderMark[];
  couriers: readonly CourierMark[];
  selected: ReadonlySet<string>;
  /** Remaining stops of the displayed courier, in order. */
  route: readonly (readonly [lat: number, lng: number])[];
}

/** The item under the pointer. */
export type Hit =
  | { kind: 'order'; mark: OrderMark }
  | { kind: 'cluster'; marks: readonly OrderMark[] }
  | { kind: 'courier'; courier: CourierMark };
