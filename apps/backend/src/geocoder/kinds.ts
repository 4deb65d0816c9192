export const GEOCODER_KINDS = ['photon', 'nominatim'] as const;

/** The servers whose searches and answers are known. */
export type GeocoderKind = (typeof GEOCODER_KINDS)[number];
