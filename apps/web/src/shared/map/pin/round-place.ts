/** Decimals of a degree: the sixth is a tenth of a metre. More would be noise of the screen. */
const DECIMALS = 6;

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** @returns a point as it is kept: latitude and longitude in degrees, without the noise of a pixel. */
export const roundPlace = ({ lat, lng }: { lat: number; lng: number }): [lat: number, lng: number] => [
  round(lat),
  round(lng),
];
