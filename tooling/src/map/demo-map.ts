import { fileURLToPath } from 'node:url';

/**
 * Path of the demonstration's streets: a PMTiles archive in the schema of the Protomaps basemap. Coast, districts and main
 * roads of Lima and Callao were placed by hand, and everything else was invented, also in Arequipa and Trujillo.
 */
export const DEMO_MAP = fileURLToPath(new URL('../../demo-map/streets.pmtiles', import.meta.url));

/** Credit on the map, so that it is not mistaken for a map of the real city. */
export const DEMO_ATTRIBUTION = 'Calles de demostración';

/**
 * A city's streets in `demo-map/street-graph.json`, which holds one for each office of the demonstration: avenues
 * everywhere, side streets within a kilometre of the districts with orders, and every place reachable from every other.
 */
export interface StreetGraph {
  /** Crossings from south to north: latitude and longitude in turns, in 0.00001°, each as the difference to the one before. */
  nodes: readonly number[];
  /**
   * Two numbers for each piece of street: its first crossing as the difference to that of the piece before, and how many
   * crossings later the second one is.
   */
  edges: readonly number[];
}
