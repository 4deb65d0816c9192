import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import { observeSizes } from '#shared/hooks/observe-sizes.ts';
import { readStreetColors } from '#shared/map/base/street-colors.ts';
import { readTokens } from '#shared/map/read-tokens.ts';
import { type MapSize, type MapView, panned, pinAt, type Pixels, toPixels, viewOf, zoomedAt } from './map-view.ts';
import { StreetLayer, type TileSource } from './street-layer.ts';

/** One place of the route: one stop, or several with the same coordinates. */
export interface RoutePin {
  at: Point;
  /** Its label: the number of its first stop, «3+1» with another one. */
  label: string;
  tone: 'next' | 'open' | 'late' | 'closed';
  /** Whether its place is only the centre of the district. */
  approximate: boolean;
}

interface Shown {
  pins: readonly RoutePin[];
  here: Point | null;
  /** Index of the chosen pin. */
  chosen: number | null;
}

const TONES = { next: '--accent', open: '--text', late: '--alarm', closed: '--muted' } as const;

const TOKENS = {
  ground: '--map-land',
  card: '--card',
  accent: '--accent',
  here: '--info',
  font: '--font-sans',
  ...TONES,
};

/** Movement (px) above which a press is a drag, and time (ms) and distance (px) within which two taps are one. */
const DRAG_FROM = 6;
const TWO_TAPS_MS = 320;
const TWO_TAPS_PX = 32;

/** The base map is drawn this many times as large as the screen, so that it can be dragged without being drawn again. */
const LAYER_SCALE = 1.4;

const STEP = 80;

/** A courier farther from every stop is not part of the first view. */
const NEAR_METERS = 3000;

/** The map of a route on a canvas: draws it, and follows fingers, mouse and keys. */
export class RouteMap {
  readonly #canvas: HTMLCanvasElement;
  readonly #onChoose: (pin: number) => void;
  readonly #ended = new AbortController();
  readonly #layer = document.createElement('canvas');
  #layerView: MapView | undefined;
  #isStale = true;
  #streets: StreetLayer | undefined;
  #shown: Shown = { pins: [], here: null, chosen: null };
  #view: MapView | undefined;
  #size: MapSize = { width: 0, height: 0 };
  #frame = 0;
  /** Pressed fingers and buttons by id. */
  readonly #pressed = new Map<number, Pixels>();
  #isDrag = false;
  #lastTap = { x: 0, y: 0, time: -Infinity };

  /** @param onChoose called with the index of a pin that was tapped. */
  constructor(canvas: HTMLCanvasElement, onChoose: (pin: number) => void) {
    this.#canvas = canvas;
    this.#onChoose = onChoose;
    const { signal } = this.#ended;
    canvas.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(name, (event) => this.#release(event), { signal });
    canvas.addEventListener('wheel', (event) => this.#turn(event), { signal });
    canvas.addEventListener('keydown', (event) => this.#key(event), { signal });
    addEventListener('online', () => this.#streets?.retry(), { signal });
    const endSizes = observeSizes(() => this.#measure(), canvas);
    const themes = new MutationObserver(() => this.#repaint());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    signal.addEventListener('abort', () => {
      endSizes();
      themes.disconnect();
      cancelAnimationFrame(this.#frame);
    });
    this.#measure();
  }

  /** Ends following events. */
  end(): void {
    this.#ended.abort();
  }

  /** Shows these pins and the courier. The first pins determine the view. */
  show(shown: Shown): void {
    this.#shown = shown;
    if (!this.#view) this.fit();
    this.#draw();
  }

  /** Draws the base map of these tiles from now on. */
  useTiles(source: TileSource): void {
    this.#streets = new StreetLayer(source, () => this.#repaint());
    this.#repaint();
  }

  /** Shows all open pins, or all if none is open, and the courier unless far from them. */
  fit(): void {
    if (this.#size.width === 0) return;
    const { pins, here } = this.#shown;
    const open = pins.filter(({ tone }) => tone !== 'closed');
    const points = (open.length > 0 ? open : pins).map(({ at }) => at);
    const isNear = here && points.some((point) => metersBetween(point, here) < NEAR_METERS);
    this.#view = viewOf(isNear ? [...points, here] : points, this.#size);
    this.#draw();
  }

  /** Moves a point into the middle, at the present zoom. */
  centre(point: Point): void {
    const seen = this.#view && viewOf([point], this.#size);
    if (this.#view && seen) this.#view = { ...seen, zoom: this.#view.zoom };
    this.#draw();
  }

  zoomBy(levels: number): void {
    const { width, height } = this.#size;
    this.#zoomTo((this.#view?.zoom ?? 0) + levels, { x: width / 2, y: height / 2 });
  }

  #zoomTo(zoom: number, at: Pixels): void {
    if (this.#view) this.#view = zoomedAt(this.#view, zoom, at, this.#size);
    this.#draw();
  }

  #pan(by: Pixels): void {
    if (this.#view) this.#view = panned(this.#view, by);
    this.#draw();
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#size = { width, height };
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
    if (!this.#view) this.fit();
    this.#repaint();
  }

  #repaint(): void {
    this.#isStale = true;
    this.#draw();
  }

  #pixelOf({ clientX, clientY }: MouseEvent): Pixels {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #press(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pressed.set(event.pointerId, this.#pixelOf(event));
    this.#isDrag = this.#pressed.size > 1;
  }

  #move(event: PointerEvent): void {
    const from = this.#pressed.get(event.pointerId);
    if (!from) return;
    const to = this.#pixelOf(event);
    const other = [...this.#pressed].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && !this.#isDrag && Math.hypot(to.x - from.x, to.y - from.y) < DRAG_FROM) return;
    this.#isDrag = true;
    this.#pressed.set(event.pointerId, to);
    if (!other) {
      this.#pan({ x: to.x - from.x, y: to.y - from.y });
      return;
    }
    const spread = (at: Pixels): number => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y));
    const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
    this.#pan({ x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 });
    this.#zoomTo((this.#view?.zoom ?? 0) + Math.log2(spread(to) / spread(from)), middle);
  }

  #release(event: PointerEvent): void {
    const isTap = this.#pressed.delete(event.pointerId) && !this.#isDrag && event.type === 'pointerup';
    if (isTap) this.#tap({ ...this.#pixelOf(event), time: event.timeStamp });
    // The base map is drawn again when the fingers are gone.
    this.#draw();
  }

  #tap(tap: Pixels & { time: number }): void {
    const last = this.#lastTap;
    const isSecond = tap.time - last.time < TWO_TAPS_MS && Math.hypot(tap.x - last.x, tap.y - last.y) < TWO_TAPS_PX;
    this.#lastTap = isSecond ? { ...tap, time: -Infinity } : tap;
    if (isSecond) this.#zoomTo((this.#view?.zoom ?? 0) + 1, tap);
    const pin = isSecond ? undefined : pinAt(this.#pixelsOfPins(), tap);
    if (pin !== undefined) this.#onChoose(pin);
  }

  #turn(event: WheelEvent): void {
    event.preventDefault();
    this.#zoomTo((this.#view?.zoom ?? 0) - Math.sign(event.deltaY) / 2, this.#pixelOf(event));
  }

  #key(event: KeyboardEvent): void {
    const moves: Record<string, Pixels> = {
      ArrowLeft: { x: STEP, y: 0 },
      ArrowRight: { x: -STEP, y: 0 },
      ArrowUp: { x: 0, y: STEP },
      ArrowDown: { x: 0, y: -STEP },
    };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) this.#pan(move);
    else if (event.key === '+' || event.key === '-') this.zoomBy(event.key === '+' ? 1 : -1);
    else if (event.key === 'Home') this.fit();
    else return;
    event.preventDefault();
  }

  #pixelsOfPins(): Pixels[] {
    const view = this.#view;
    return view ? this.#shown.pins.map(({ at }) => toPixels(at, view, this.#size)) : [];
  }

  #draw(): void {
    // A tile that loads later.
    if (this.#ended.signal.aborted) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawNow();
    });
  }

  #drawNow(): void {
    const context = this.#canvas.getContext('2d');
    const view = this.#view;
    if (!context || !view || this.#size.width === 0) return;
    const colors = readTokens(this.#canvas, TOKENS);
    const ratio = devicePixelRatio;
    const { width, height } = this.#size;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colors.ground;
    context.fillRect(0, 0, width, height);
    this.#drawStreets(context, view, ratio);
    this.#drawRoute(context, view, colors);
  }

  /** Copies the base map, which is drawn again only when it does not fit the view. */
  #drawStreets(context: CanvasRenderingContext2D, view: MapView, ratio: number): void {
    if (!this.#streets) return;
    const size = { width: this.#size.width * LAYER_SCALE, height: this.#size.height * LAYER_SCALE };
    const old = this.#layerView;
    const moved = old && toPixelsOfWorld(old, view);
    const room = (LAYER_SCALE - 1) / 2;
    const isOutside =
      !moved || Math.abs(moved.x) > room * this.#size.width || Math.abs(moved.y) > room * this.#size.height;
    const isSettled = this.#pressed.size === 0;
    if ((isSettled && (this.#isStale || old?.zoom !== view.zoom)) || (isOutside && old?.zoom === view.zoom) || !old) {
      const canvas = this.#layer;
      canvas.width = Math.round(size.width * ratio);
      canvas.height = Math.round(size.height * ratio);
      const layer = canvas.getContext('2d');
      if (!layer) return;
      this.#layerView = view;
      this.#isStale = false;
      this.#streets.draw(layer, view, size, ratio, readStreetColors(this.#canvas));
    }
    const drawn = this.#layerView ?? view;
    const scale = 2 ** (view.zoom - drawn.zoom);
    const shift = toPixelsOfWorld(drawn, view);
    const [left, top] = [this.#size.width / 2 - shift.x, this.#size.height / 2 - shift.y];
    const [across, down] = [size.width * scale, size.height * scale];
    context.drawImage(this.#layer, left - across / 2, top - down / 2, across, down);
  }

  #drawRoute(context: CanvasRenderingContext2D, view: MapView, colors: Record<keyof typeof TOKENS, string>): void {
    const { pins, here, chosen } = this.#shown;
    const places = this.#pixelsOfPins();
    context.beginPath();
    for (const [index, { x, y }] of places.entries()) if (pins[index]?.tone !== 'closed') context.lineTo(x, y);
    context.lineWidth = 2;
    context.setLineDash([2, 6]);
    context.lineCap = 'round';
    context.strokeStyle = colors.accent;
    context.stroke();
    context.setLineDash([]);
    if (here) drawHere(context, toPixels(here, view, this.#size), colors);
    // The last stops first: an earlier one covers a later one, and the chosen one covers all.
    const order = [...places.keys()].reverse().filter((index) => index !== chosen);
    if (chosen !== null && places[chosen]) order.push(chosen);
    for (const index of order) {
      const [pin, at] = [pins[index], places[index]];
      if (pin && at) drawPin(context, at, pin, { colors, isChosen: index === chosen });
    }
  }
}

/** @returns how far, in pixels of the second view, its middle is from that of the first one. */
function toPixelsOfWorld(from: MapView, to: MapView): Pixels {
  const size = 256 * 2 ** to.zoom;
  return { x: (to.x - from.x) * size, y: (to.y - from.y) * size };
}

type Colors = Record<keyof typeof TOKENS, string>;

function drawHere(context: CanvasRenderingContext2D, { x, y }: Pixels, colors: Colors): void {
  for (const [radius, color] of [
    [11, colors.card],
    [8, colors.here],
  ] as const) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
  }
}

function drawPin(
  context: CanvasRenderingContext2D,
  { x, y }: Pixels,
  { label, tone, approximate }: RoutePin,
  { colors, isChosen }: { colors: Colors; isChosen: boolean },
): void {
  const radius = tone === 'next' ? 17 : tone === 'closed' ? 9 : 13;
  context.font = `600 ${tone === 'next' ? 16 : tone === 'closed' ? 10 : 13}px ${colors.font}`;
  const half = Math.max(radius, context.measureText(label).width / 2 + 6);
  const outline = (more: number): void => {
    context.beginPath();
    context.roundRect(x - half - more, y - radius - more, 2 * (half + more), 2 * (radius + more), radius + more);
  };
  if (isChosen || tone === 'next') {
    outline(isChosen ? 6 : 4);
    context.fillStyle = isChosen ? colors.accent : colors.card;
    context.fill();
  }
  outline(2);
  context.fillStyle = colors.card;
  context.fill();
  outline(0);
  context.fillStyle = approximate ? colors.card : colors[tone];
  context.fill();
  if (approximate) {
    context.lineWidth = 2;
    context.setLineDash([3, 3]);
    context.strokeStyle = colors[tone];
    context.stroke();
    context.setLineDash([]);
  }
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = approximate ? colors[tone] : colors.card;
  context.fillText(label, x, y + 0.5);
}
