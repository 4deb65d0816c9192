/** Decimals of a degree: the sixth is about ten centimetres, finer than a screen pixel. */
const DECIMALS = 6;

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** @returns latitude and longitude in degrees as stored, rounded to `DECIMALS`. */
export const roundPlace = ({ lat, lng }: { lat: number; lng: number }): [lat: number, lng: number] => [
  round(lat),
  round(lng),
];
