/** Zoom of the map from which vector tiles' own names replace the bundled ones. */
export const NAMES_FROM_ZOOM = 10;
