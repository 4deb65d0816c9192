import Supercluster from 'supercluster';

interface Place {
  lat: number;
  lng: number;
}

export type Bounds = [west: number, south: number, east: number, north: number];

/** Items that are too close together to draw each, at their centre; or a single one. */
export interface Group<T> extends Place {
  items: readonly T[];
}

interface Options {
  /** Pixels within which items are merged. */
  radius: number;
  /** Minimum size of a group; 2 by default. */
  minPoints?: number;
  /** Items are merged between these zooms of the map. */
  minZoom?: number;
  maxZoom: number;
}

/** Pixels of a tile of the map, to which supercluster's radius refers. */
const TILE = 256;

/** Groups items for every zoom. Moving the map changes no group. */
export class PlaceIndex<T extends Place> {
  readonly #index: Supercluster<{ item: T }>;

  constructor(items: readonly T[], options: Options) {
    this.#index = new Supercluster<{ item: T }>({ ...options, extent: TILE }).load(
      items.map((item) => ({
        type: 'Feature',
        properties: { item },
        geometry: { type: 'Point', coordinates: [item.lng, item.lat] },
      })),
    );
  }

  /** @returns each item within the bounds once, the largest groups first. */
  groupsIn(bounds: Bounds, zoom: number): Group<T>[] {
    return this.#index
      .getClusters(bounds, Math.round(zoom))
      .map(({ geometry, properties }): Group<T> => {
        const [lng = 0, lat = 0] = geometry.coordinates;
        if (!('cluster_id' in properties)) return { lat, lng, items: [properties.item] };
        const leaves = this.#index.getLeaves(properties.cluster_id, Infinity);
        return { lat, lng, items: leaves.map((leaf) => leaf.properties.item) };
      })
      .sort((one, other) => other.items.length - one.items.length);
  }
}
