import { type StreetTiles } from '@despacho/contracts';
import { type Bounds, type Coords, DomUtil, GridLayer, type GridLayerOptions, type LatLng } from 'leaflet';
import {
  CenteredTextSymbolizer,
  exp,
  type Feature,
  type Filter,
  GeomType,
  Labelers,
  type LabelRule,
  LineLabelSymbolizer,
  LineSymbolizer,
  paint,
  type PaintRule,
  PmtilesSource,
  PolygonSymbolizer,
  type PreparedTile,
  TileCache,
  View,
} from 'protomaps-leaflet';
import { NAMES_FROM_ZOOM } from './names-from-zoom.ts';
import { type StreetColors } from './street-colors.ts';

/*
 * Streets of vector tiles on canvases. The only file that imports protomaps-leaflet, which is in maintenance mode
 * (decision 73): it parses tiles, places labels and paints. Layers and attributes: Protomaps basemap, version 4.
 */

interface Options extends GridLayerOptions {
  streets: StreetTiles;
  /** @returns the bytes of a tile; none where there is nothing. Rejects if it cannot be loaded. */
  load: (z: number, x: number, y: number, signal?: AbortSignal) => Promise<ArrayBuffer>;
  /** Read before each painting, so that a change of the theme needs no new layer. */
  colors: () => StreetColors;
}

/** Zoom of the map from which it shows streets: below it the bundled outlines show more. */
const STREETS_FROM_ZOOM = 8;

/** Size of a tile on the screen, and of the tile of the level above that it is painted from. */
const TILE = 256;
const LEVELS = 1;

/** Names may reach over the edge of a tile by this many pixels. */
const OVERLAP = 16;

/** Tiles are loaded beyond each edge of the view too, as this share of it: dragging shows no ground without streets. */
const PADDING = 0.25;

/** Milliseconds between two looks for missing tiles during a drag. */
const UPDATE_INTERVAL = 100;

/** Milliseconds of painting per frame; the rest of the frame belongs to the page. */
const FRAME_BUDGET = 6;

/** Tiles whose names are kept for a zoom. */
const LABELED_TILES = 64;

const is =
  (key: string, ...values: string[]): Filter =>
  (_zoom, { props }) =>
    values.some((value) => props[key] === value);

const both =
  (one: Filter, other: Filter): Filter =>
  (zoom, feature) =>
    one(zoom, feature) && other(zoom, feature);

const isPolygon: Filter = (_zoom, { geomType }) => geomType === GeomType.Polygon;
const isLine: Filter = (_zoom, { geomType }) => geomType === GeomType.Line;

const GREEN = [
  'park',
  'national_park',
  'nature_reserve',
  'protected_area',
  'forest',
  'wood',
  'golf_course',
  'cemetery',
];
const GREEN_TOO = ['garden', 'grass', 'grassland', 'pitch', 'playground', 'village_green', 'recreation_ground', 'zoo'];
const CAMPUS = [
  'university',
  'college',
  'school',
  'hospital',
  'stadium',
  'industrial',
  'aerodrome',
  'military',
  'pier',
];

/** @returns a width that grows with the zoom, between the given pixels by zoom. */
const growing = (widths: Readonly<Record<number, number>>): ((zoom: number) => number) =>
  exp(
    1.6,
    Object.entries(widths).map(([zoom, width]) => [Number(zoom), width]),
  );

/** The edge adds to both sides. */
const WIDTHS = {
  service: growing({ 15: 0.8, 16: 1.6, 18: 6 }),
  minor: growing({ 13: 0.6, 15: 2.2, 16: 4, 18: 12 }),
  tertiary: growing({ 12: 0.5, 14: 2.2, 16: 6, 18: 15 }),
  secondary: growing({ 10: 0.5, 12: 1.5, 14: 3.4, 16: 8, 18: 18 }),
  primary: growing({ 8: 0.5, 11: 1.6, 13: 3, 15: 6.5, 18: 22 }),
  highway: growing({ 7: 0.6, 10: 2, 12: 3.2, 14: 5.5, 16: 11, 18: 26 }),
};
const EDGE = growing({ 11: 0.8, 14: 1.4, 18: 2.4 });
const RIVER = growing({ 9: 1, 13: 3, 18: 14 });

const SERVICE = both(is('kind', 'minor_road'), is('kind_detail', 'service'));
const MINOR: Filter = (zoom, feature) => feature.props['kind'] === 'minor_road' && !SERVICE(zoom, feature);
const TERTIARY = both(is('kind', 'major_road'), is('kind_detail', 'tertiary', 'tertiary_link'));
const SECONDARY = both(is('kind', 'major_road'), is('kind_detail', 'secondary', 'secondary_link'));
const PRIMARY: Filter = (zoom, feature) =>
  feature.props['kind'] === 'major_road' && !TERTIARY(zoom, feature) && !SECONDARY(zoom, feature);
const HIGHWAY = is('kind', 'highway');

function paintRules(colors: () => StreetColors): PaintRule[] {
  const fill = (
    dataLayer: string,
    color: keyof StreetColors,
    filter: Filter,
    more: Partial<PaintRule> = {},
  ): PaintRule => ({
    dataLayer,
    filter: both(isPolygon, filter),
    symbolizer: new PolygonSymbolizer({ fill: () => colors()[color] }),
    ...more,
  });
  const line = (
    dataLayer: string,
    color: keyof StreetColors,
    filter: Filter,
    width: (zoom: number) => number,
    minzoom: number,
  ): PaintRule => ({
    dataLayer,
    filter: both(isLine, filter),
    minzoom,
    symbolizer: new LineSymbolizer({ color: () => colors()[color], width, lineCap: 'round', lineJoin: 'round' }),
  });
  const edged = (width: (zoom: number) => number) => (zoom: number) => width(zoom) + EDGE(zoom);
  const all: Filter = () => true;
  return [
    fill('earth', 'land', all),
    fill('landuse', 'campus', is('kind', ...CAMPUS), { minzoom: 11 }),
    fill('landuse', 'park', is('kind', ...GREEN), { minzoom: 10 }),
    fill('landuse', 'park', is('kind', ...GREEN_TOO), { minzoom: 13 }),
    fill('buildings', 'houses', all, { minzoom: 15 }),
    fill('water', 'water', all),
    line('water', 'water', is('kind', 'river', 'canal'), RIVER, 9),
    line('roads', 'roadEdge', MINOR, edged(WIDTHS.minor), 15),
    line('roads', 'roadEdge', TERTIARY, edged(WIDTHS.tertiary), 14),
    line('roads', 'roadEdge', SECONDARY, edged(WIDTHS.secondary), 12),
    line('roads', 'roadEdge', PRIMARY, edged(WIDTHS.primary), 10),
    line('roads', 'road', SERVICE, WIDTHS.service, 15),
    line('roads', 'road', MINOR, WIDTHS.minor, 13),
    line('roads', 'road', TERTIARY, WIDTHS.tertiary, 12),
    line('roads', 'road', SECONDARY, WIDTHS.secondary, 10),
    line('roads', 'road', PRIMARY, WIDTHS.primary, 8),
    line('roads', 'highwayEdge', HIGHWAY, edged(WIDTHS.highway), 8),
    line('roads', 'highway', HIGHWAY, WIDTHS.highway, 8),
    {
      dataLayer: 'roads',
      filter: is('kind', 'rail'),
      minzoom: 12,
      symbolizer: new LineSymbolizer({ color: () => colors().border, width: 1 }),
    },
    {
      dataLayer: 'boundaries',
      minzoom: 8,
      symbolizer: new LineSymbolizer({
        color: () => colors().border,
        width: 1,
        dash: [4, 4],
        dashColor: () => colors().border,
        dashWidth: 1,
      }),
    },
  ];
}

const sizeOf = (feature: Feature | undefined, zoom: number): number =>
  Number(feature?.props['population_rank'] ?? 0) >= 11 && zoom < 13 ? 15 : 12;

/** Earlier rules take precedence where labels overlap. */
function labelRules(colors: () => StreetColors): LabelRule[] {
  const halo = { stroke: () => colors().land, labelProps: ['name:es', 'name'] };
  const font = (weight: number, size: number) => () => `${weight} ${size}px ${colors().font}`;
  const byRank: LabelRule['sort'] = (one, other) => Number(one['min_zoom'] ?? 0) - Number(other['min_zoom'] ?? 0);
  const street = (filter: Filter, minzoom: number, size: number, color: 'text' | 'muted'): LabelRule => ({
    dataLayer: 'roads',
    minzoom,
    filter,
    symbolizer: new LineLabelSymbolizer({
      ...halo,
      fill: () => colors()[color],
      font: font(400, size),
      width: 3,
      position: 2,
      repeatDistance: 420,
    }),
  });
  return [
    {
      dataLayer: 'places',
      minzoom: NAMES_FROM_ZOOM,
      maxzoom: 15,
      filter: is('kind', 'locality'),
      sort: byRank,
      symbolizer: new CenteredTextSymbolizer({
        ...halo,
        fill: () => colors().text,
        font: (zoom, feature) => `600 ${sizeOf(feature, zoom)}px ${colors().font}`,
        width: 1.5,
        maxLineChars: 20,
      }),
    },
    {
      dataLayer: 'places',
      minzoom: NAMES_FROM_ZOOM,
      maxzoom: 16,
      filter: is('kind', 'neighbourhood', 'macrohood', 'borough'),
      sort: byRank,
      symbolizer: new CenteredTextSymbolizer({
        ...halo,
        fill: () => colors().text,
        font: (zoom) => `600 ${zoom < 13 ? 11 : 13}px ${colors().font}`,
        width: 1.5,
        lineHeight: 1.25,
        maxLineChars: 18,
      }),
    },
    street(HIGHWAY, 12, 11, 'text'),
    street(PRIMARY, 13, 11, 'text'),
    street(SECONDARY, 14, 11, 'muted'),
    street(TERTIARY, 15, 11, 'muted'),
    street(MINOR, 16, 10, 'muted'),
    {
      dataLayer: 'pois',
      minzoom: 15,
      filter: is('kind', 'park', 'hospital', 'university', 'stadium', 'cemetery', 'golf_course', 'zoo', 'aerodrome'),
      symbolizer: new CenteredTextSymbolizer({
        ...halo,
        fill: () => colors().muted,
        font: font(400, 11),
        width: 1.5,
        lineHeight: 1.25,
        maxLineChars: 16,
      }),
    },
    {
      dataLayer: 'water',
      minzoom: 13,
      filter: both(isLine, is('kind', 'river')),
      symbolizer: new LineLabelSymbolizer({ ...halo, fill: () => colors().waterText, font: font(400, 11), width: 2 }),
    },
  ];
}

/** A tile on the map. */
interface Shown {
  coords: Coords;
  canvas: HTMLCanvasElement;
  /** Its data, once loaded. */
  prepared?: Map<string, PreparedTile[]>;
  done: () => void;
}

const keyOf = ({ x, y, z }: Coords): string => `${x}:${y}:${z}`;

/** Its types leave out the method that returns which part of the map has tiles, in pixels of the whole map. */
interface TiledLayer extends GridLayer {
  _getTiledPixelBounds(center: LatLng): Bounds;
}

const TiledLayer = GridLayer as unknown as new (options: GridLayerOptions) => TiledLayer;

/** The streets: a layer that paints vector tiles, a few per frame. */
export class StreetLayer extends TiledLayer {
  readonly #colors: () => StreetColors;
  readonly #rules: PaintRule[];
  readonly #view: View;
  readonly #labelers: Labelers;
  readonly #shown = new Map<string, Shown>();
  readonly #waiting = new Set<string>();
  #palette: StreetColors;
  #frame = 0;

  constructor({ streets, load, colors, ...options }: Options) {
    const { west, south, east, north } = streets.bounds;
    super({
      ...options,
      tileSize: TILE,
      updateInterval: UPDATE_INTERVAL,
      minZoom: Math.max(STREETS_FROM_ZOOM, streets.minZoom + LEVELS),
      bounds: [
        [south, west],
        [north, east],
      ],
    });
    this.#colors = colors;
    this.#palette = colors();
    const palette = (): StreetColors => this.#palette;
    this.#rules = paintRules(palette);
    // The package only calls `getZxy`, and parses what it returns.
    const archive = {
      getZxy: async (z: number, x: number, y: number, signal?: AbortSignal) => ({ data: await load(z, x, y, signal) }),
    } as unknown as ConstructorParameters<typeof PmtilesSource>[0];
    this.#view = new View(new TileCache(new PmtilesSource(archive, true), TILE << LEVELS), streets.maxZoom, LEVELS);
    const scratch = document.createElement('canvas').getContext('2d');
    if (!scratch) throw new Error('The browser has no canvas');
    this.#labelers = new Labelers(scratch, labelRules(palette), LABELED_TILES, (changed) => {
      for (const key of changed) this.#queue(key);
    });
    this.on('tileunload', (event) => {
      const key = keyOf(event.coords);
      this.#shown.delete(key);
      this.#waiting.delete(key);
    });
  }

  /** Paints all tiles again, in the current colours. */
  repaint(): void {
    this.#palette = this.#colors();
    for (const key of this.#shown.keys()) this.#queue(key);
  }

  override createTile(coords: Coords, done: (error?: Error, tile?: HTMLElement) => void): HTMLElement {
    const canvas = DomUtil.create('canvas', 'leaflet-tile');
    const tile: Shown = {
      coords,
      canvas,
      done: () => done(undefined, canvas),
    };
    this.#shown.set(keyOf(coords), tile);
    void this.#load(tile);
    return canvas;
  }

  override _getTiledPixelBounds(center: LatLng): Bounds {
    return super._getTiledPixelBounds(center).pad(PADDING);
  }

  override onRemove(map: Parameters<GridLayer['onRemove']>[0]): this {
    cancelAnimationFrame(this.#frame);
    return super.onRemove(map);
  }

  async #load(tile: Shown): Promise<void> {
    try {
      tile.prepared = new Map([['', [await this.#view.getDisplayTile(tile.coords)]]]);
    } catch {
      // Without a connection, or after another zoom was chosen, the outlines below remain.
      tile.done();
      return;
    }
    this.#queue(keyOf(tile.coords));
  }

  #queue(key: string): void {
    this.#waiting.add(key);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paintSome();
    });
  }

  #paintSome(): void {
    const until = performance.now() + FRAME_BUDGET;
    for (const key of this.#waiting) {
      this.#waiting.delete(key);
      const tile = this.#shown.get(key);
      if (tile?.prepared) this.#paint(tile, tile.prepared);
      if (performance.now() > until) break;
    }
    const [next] = this.#waiting;
    if (next !== undefined) this.#queue(next);
  }

  #paint({ coords, canvas, done }: Shown, prepared: Map<string, PreparedTile[]>): void {
    const { x, y, z } = coords;
    this.#labelers.add(z, prepared);
    const ratio = devicePixelRatio;
    canvas.width = TILE * ratio;
    canvas.height = TILE * ratio;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(ratio, ratio);
    const box = {
      minX: TILE * x - OVERLAP,
      minY: TILE * y - OVERLAP,
      maxX: TILE * (x + 1) + OVERLAP,
      maxY: TILE * (y + 1) + OVERLAP,
    };
    const origin = { x: TILE * x, y: TILE * y } as PreparedTile['origin'];
    paint(context, z, prepared, this.#labelers.getIndex(z) ?? null, this.#rules, box, origin, false);
    done();
  }
}
