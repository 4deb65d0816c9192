import { type StreetTiles } from '@despacho/contracts';
import { areaMaxZoom, AREA_ZOOMS, isInArea, type MapArea } from '@despacho/contracts/dispatch';
import { type StreetColors } from '#shared/map/base/street-colors.ts';
import { type MapSize, type MapView, tilesIn, worldSize } from './map-view.ts';
import { drawShapes, EXTENT, readShapes, type Shapes } from './street-shapes.ts';

/** The tiles of this installation. */
export interface TileSource {
  /** Where there are tiles for this phone. */
  area: MapArea;
  /** Description of vector tiles; null for images. */
  streets: StreetTiles | null;
  /** @returns the tile; undefined where there is none, or no connection. */
  load: (z: number, x: number, y: number) => Promise<Blob | undefined>;
}

type Tile = { shapes: Shapes } | { image: ImageBitmap } | 'loading' | 'none';

/** Decoded tiles in memory: several screens of a phone. A larger screen keeps twice its visible tiles. */
const MAX_DECODED = 60;

/** Levels up to a tile that is shown while a more detailed one loads. */
const MAX_LEVELS_UP = 4;

/** From this zoom on, tiles name streets. */
const NAMES_FROM = 14;

interface Address {
  z: number;
  x: number;
  y: number;
}

const keyOf = ({ z, x, y }: Address): string => `${z}/${x}/${y}`;

/** The base map: loads its tiles and draws those that a view shows. */
export class StreetLayer {
  readonly #source: TileSource;
  readonly #onLoad: () => void;
  readonly #tiles = new Map<string, Tile>();
  #most = MAX_DECODED;
  /** Pixels of a tile at its own level; a vector tile is drawn twice as large, as on the office's map. */
  readonly #span: number;

  /** @param onLoad called when there is more to draw. */
  constructor(source: TileSource, onLoad: () => void) {
    this.#source = source;
    this.#onLoad = onLoad;
    this.#span = source.streets ? 512 : 256;
  }

  /** Requests again what could not be loaded. */
  retry(): void {
    for (const [key, tile] of this.#tiles) if (tile === 'none') this.#tiles.delete(key);
    this.#onLoad();
  }

  #levelOf(zoom: number): number {
    const { area, streets } = this.#source;
    const wanted = Math.round(zoom) - (streets ? 1 : 0);
    const most = Math.min(areaMaxZoom(area), streets?.maxZoom ?? Infinity);
    return Math.max(AREA_ZOOMS.min, streets?.minZoom ?? 0, Math.min(most, wanted));
  }

  /** @returns the tile, or the nearest one above it that is loaded. */
  #loaded(address: Address): { tile: Exclude<Tile, string>; address: Address } | undefined {
    for (let up = 0; up <= MAX_LEVELS_UP; up += 1) {
      const above = { z: address.z - up, x: address.x >> up, y: address.y >> up };
      const key = keyOf(above);
      const tile = this.#tiles.get(key);
      if (tile === undefined || typeof tile === 'string') continue;
      // The tiles drawn last are kept longest.
      this.#tiles.delete(key);
      this.#tiles.set(key, tile);
      return { tile, address: above };
    }
    return undefined;
  }

  async #request(address: Address): Promise<void> {
    const key = keyOf(address);
    if (this.#tiles.has(key) || !isInArea(address, this.#source.area)) return;
    this.#tiles.set(key, 'loading');
    const tile = await this.#read(address).catch((): Tile => 'none');
    this.#tiles.set(key, tile);
    for (const [oldest, state] of this.#tiles) {
      if (this.#tiles.size <= this.#most) break;
      if (state !== 'loading') this.#tiles.delete(oldest);
    }
    if (tile !== 'none') this.#onLoad();
  }

  async #read({ z, x, y }: Address): Promise<Tile> {
    const blob = await this.#source.load(z, x, y);
    if (!blob) return 'none';
    return this.#source.streets
      ? { shapes: readShapes(await blob.arrayBuffer()) }
      : { image: await createImageBitmap(blob) };
  }

  /** Draws the tiles of a view, and requests those that are missing. @param ratio device pixels of a pixel. */
  draw(context: CanvasRenderingContext2D, view: MapView, size: MapSize, ratio: number, colors: StreetColors): void {
    const needed = tilesIn(view, size, this.#levelOf(view.zoom), this.#span);
    // Fewer than the view needs would be requested again and again.
    this.#most = Math.max(MAX_DECODED, 2 * needed.length);
    const named: { shapes: Shapes; left: number; top: number; side: number }[] = [];
    for (const address of needed) {
      void this.#request(address);
      const found = this.#loaded(address);
      if (!found) continue;
      const sideOf = ({ z }: Address): number => worldSize(view.zoom) / 2 ** z;
      const placeOf = ({ z, x, y }: Address) => ({
        left: size.width / 2 + (x / 2 ** z - view.x) * worldSize(view.zoom),
        top: size.height / 2 + (y / 2 ** z - view.y) * worldSize(view.zoom),
      });
      const [own, { left, top }] = [placeOf(address), placeOf(found.address)];
      const side = sideOf(found.address);
      context.save();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.beginPath();
      // Half a pixel larger: no line of the background shows between two tiles.
      context.rect(own.left - 0.5, own.top - 0.5, sideOf(address) + 1, sideOf(address) + 1);
      context.clip();
      if ('image' in found.tile) context.drawImage(found.tile.image, left, top, side, side);
      else {
        const unit = EXTENT / side;
        context.setTransform(ratio / unit, 0, 0, ratio / unit, ratio * left, ratio * top);
        context.lineJoin = 'round';
        context.lineCap = 'round';
        drawShapes(context, found.tile.shapes, { zoom: view.zoom, unit, colors });
        named.push({ shapes: found.tile.shapes, left, top, side });
      }
      context.restore();
    }
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#drawNames(context, named, view.zoom, colors);
    context.restore();
  }

  #drawNames(
    context: CanvasRenderingContext2D,
    tiles: readonly { shapes: Shapes; left: number; top: number; side: number }[],
    zoom: number,
    colors: StreetColors,
  ): void {
    const taken: { x: number; y: number; reach: number; text: string }[] = [];
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = colors.land;
    for (const { shapes, left, top, side } of tiles)
      for (const { text, x, y, angle, along } of shapes.names) {
        const isPlace = along === 0;
        if (isPlace ? zoom > 16 : zoom < NAMES_FROM) continue;
        context.font = `${isPlace ? 600 : 400} ${isPlace ? 13 : 11}px ${colors.font}`;
        const reach = context.measureText(text).width / 2;
        const at = { x: left + x * side, y: top + y * side };
        const isNear = (other: (typeof taken)[number]): boolean => {
          const distance = Math.hypot(other.x - at.x, other.y - at.y);
          return distance < (other.text === text ? 240 : 0.7 * (other.reach + reach) + 8);
        };
        if ((!isPlace && along * side < 2 * reach) || taken.some(isNear)) continue;
        taken.push({ ...at, reach, text });
        context.save();
        context.translate(at.x, at.y);
        context.rotate(angle);
        context.strokeText(text, 0, 0);
        context.fillStyle = isPlace ? colors.text : colors.muted;
        context.fillText(text, 0, 0);
        context.restore();
      }
  }
}
