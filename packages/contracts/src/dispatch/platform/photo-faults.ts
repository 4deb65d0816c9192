import { codesOf, PICTURE_MARKS } from './words.ts';

/** The faults that the checks of a photo or a closing can find, with the text shown. */
export const PHOTO_FAULTS = {
  muy_lejos: 'Muy lejos de la dirección',
  lejos: 'Lejos de la dirección',
  hora: 'Tomada a otra hora',
  repetida: 'Foto repetida',
  oscura: PICTURE_MARKS.oscura,
  blanca: PICTURE_MARKS.blanca,
  lisa: 'Foto sin detalle',
  firma: PICTURE_MARKS.firma,
} as const;

export type PhotoFault = keyof typeof PHOTO_FAULTS;

export const PHOTO_FAULT_CODES = codesOf(PHOTO_FAULTS);

/** Faults that are shown with the photo and open no line of «Por atender». */
export const MILD_FAULTS: readonly PhotoFault[] = ['lejos'];

/** From how many meters a photo is far from its address, and from how many very far, until the office sets its own. */
export const DEFAULT_FAR = { warn: 100, alert: 200 } as const;

/** Meters that an office may set. */
export const FAR_BOUNDS = { least: 20, most: 5000 } as const;

/** A photo that was taken this long before or after its visit was taken at another time. */
export const PHOTO_MINUTES = 30;

/** Hours after a visit without an exact time from which an office's photo counts as taken at another time. */
export const DESK_PHOTO_HOURS = 24;

/** A new photo is compared with those of this many days before. */
export const ALIKE_DAYS = 90;

/** A request for a photo stays on the courier's phone for this many days. */
export const REQUEST_DAYS = 3;
