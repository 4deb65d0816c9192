/** A place in degrees. */
export interface Point {
  lat: number;
  lng: number;
}
