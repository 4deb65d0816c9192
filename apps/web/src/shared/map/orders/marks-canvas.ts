import { DomUtil, type LatLng, type Map, point, type ZoomAnimEvent } from 'leaflet';
import { drawCouriers } from './draw-couriers.ts';
import {
  type Canvas,
  drawHovered,
  drawScene,
  groupMarks,
  type Groups,
  HOVER_SIZE,
  hoveredAt,
  isStreetLevel,
  type Target,
  targetAt,
} from './draw-scene.ts';
import { type CouriersScene, type Hit, type MapScene } from './map-scene.ts';
import { type MarkColors, readMarkColors } from './mark-colors.ts';

/** Margin drawn beyond each edge, as a share of the view, so that dragging shows no empty edge. */
const PADDING = 0.2;

export interface MarksCanvas {
  show: (scene: MapScene) => void;
  /** Shows the couriers above the orders, without drawing these again. */
  showCouriers: (scene: CouriersScene) => void;
  /** Highlights an order; null for none. */
  hover: (id: string | null) => void;
  /** @returns the item at a point of the map's container. */
  hitAt: (at: { x: number; y: number }) => Hit | undefined;
  remove: () => void;
}

/**
 * Canvases over the map for all marks: thousands of elements would be too slow. One for the orders, one for the couriers,
 * who move every second, and one for the order under the pointer. They follow the map, its size and the theme.
 */
export function addMarksCanvas(map: Map): MarksCanvas {
  const canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane('overlayPane'));
  const context = canvas.getContext('2d');
  // Each after the one before, and so above it.
  const spot = DomUtil.create('canvas', '', map.getPane('overlayPane'));
  const spotContext = spot.getContext('2d');
  spot.style.position = 'absolute';
  spot.style.pointerEvents = 'none';
  const people = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane('overlayPane'));
  const peopleContext = people.getContext('2d');
  people.style.pointerEvents = 'none';
  let scene: MapScene | undefined;
  let grouped: { scene: MapScene; isStreet: boolean; groups: Groups } | undefined;
  let hoveredId: string | null = null;
  let colors: MarkColors | undefined;
  let targets: Target[] = [];
  let couriers: CouriersScene['couriers'] = [];
  let chosen: CouriersScene['couriers'][number] | undefined;
  let courierTargets: Target[] = [];
  let corner: LatLng | undefined;
  let topLeft = point(0, 0);
  let width = 0;
  let height = 0;
  let frame = 0;
  let peopleFrame = 0;

  const project = (lat: number, lng: number) => map.latLngToLayerPoint([lat, lng]).subtract(topLeft);
  const fit = (element: HTMLCanvasElement, of: CanvasRenderingContext2D): void => {
    const ratio = devicePixelRatio;
    // Setting a size gives a canvas new memory, even the same size.
    if (element.width !== Math.floor(width * ratio) || element.height !== Math.floor(height * ratio)) {
      element.width = width * ratio;
      element.height = height * ratio;
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
    }
    of.setTransform(ratio, 0, 0, ratio, 0, 0);
    DomUtil.setPosition(element, topLeft);
  };
  const groupsOf = (shown: MapScene): Groups => {
    const isStreet = isStreetLevel(map.getZoom());
    if (grouped?.scene !== shown || grouped.isStreet !== isStreet)
      grouped = { scene: shown, isStreet, groups: groupMarks(shown, isStreet) };
    return grouped.groups;
  };
  const viewOf = (shown: CanvasRenderingContext2D, palette: MarkColors): Canvas => {
    const from = map.layerPointToLatLng(topLeft.add([0, height]));
    const to = map.layerPointToLatLng(topLeft.add([width, 0]));
    return {
      context: shown,
      width,
      height,
      colors: palette,
      project,
      zoom: map.getZoom(),
      bounds: [from.lng, from.lat, to.lng, to.lat],
    };
  };
  const draw = (): void => {
    frame = 0;
    if (!context || !scene) return;
    const size = map.getSize();
    const padding = size.multiplyBy(PADDING).round();
    [width, height] = [size.x + 2 * padding.x, size.y + 2 * padding.y];
    colors = readMarkColors(map.getContainer());
    topLeft = map.containerPointToLayerPoint(padding.multiplyBy(-1)).round();
    corner = map.layerPointToLatLng(topLeft);
    fit(canvas, context);
    if (peopleContext) fit(people, peopleContext);
    targets = drawScene(viewOf(context, colors), scene, groupsOf(scene));
    drawPeople();
    drawSpot();
  };
  const drawPeople = (): void => {
    peopleFrame = 0;
    if (!peopleContext || !colors) return;
    courierTargets = drawCouriers(viewOf(peopleContext, colors), { couriers, chosen }, targets);
  };
  const drawSpot = (): void => {
    const mark = hoveredId === null ? undefined : scene?.marks.find(({ id }) => id === hoveredId);
    spot.hidden = !mark;
    if (!mark || !spotContext || !colors) return;
    const ratio = devicePixelRatio;
    spot.width = HOVER_SIZE * ratio;
    spot.height = HOVER_SIZE * ratio;
    spot.style.width = `${HOVER_SIZE}px`;
    spot.style.height = `${HOVER_SIZE}px`;
    spotContext.scale(ratio, ratio);
    drawHovered({ context: spotContext, colors }, mark);
    const place = map.latLngToLayerPoint([mark.lat, mark.lng]).subtract(topLeft);
    const { x, y } = hoveredAt(targets, { x: place.x, y: place.y, item: mark });
    const half = HOVER_SIZE / 2;
    DomUtil.setPosition(spot, topLeft.add([x - half, y - half]).round());
  };
  const redraw = (): void => {
    frame ||= requestAnimationFrame(draw);
  };
  // Within half of the margin, the drawing still covers the view and the start of the next drag.
  const follow = (): void => {
    const padding = map.getSize().multiplyBy(PADDING).round();
    const moved = map.containerPointToLayerPoint(padding.multiplyBy(-1)).subtract(topLeft);
    if (Math.abs(moved.x) > padding.x / 2 || Math.abs(moved.y) > padding.y / 2) redraw();
  };
  // Unless all is drawn in the same frame.
  const redrawPeople = (): void => {
    if (frame === 0) peopleFrame ||= requestAnimationFrame(drawPeople);
  };
  // During a zoom animation, the drawings scale with the map.
  const stretch = ({ center, zoom }: ZoomAnimEvent): void => {
    spot.hidden = true;
    if (!corner) return;
    const origin = map
      .project(center, zoom)
      .subtract(map.getSize().divideBy(2))
      .subtract(map.containerPointToLayerPoint([0, 0]))
      .round();
    const moved = map.project(corner, zoom).subtract(origin);
    for (const each of [canvas, people]) DomUtil.setTransform(each, moved, map.getZoomScale(zoom));
  };

  map.on('zoomend resize viewreset', redraw);
  map.on('moveend', follow);
  map.on('zoomanim', stretch);
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });

  return {
    show: (next) => {
      scene = next;
      redraw();
    },
    showCouriers: (next) => {
      chosen = next.couriers.find(({ id }) => id === next.chosenId);
      couriers = chosen ? next.couriers.filter((each) => each !== chosen) : next.couriers;
      redrawPeople();
    },
    hover: (id) => {
      if (id === hoveredId) return;
      hoveredId = id;
      drawSpot();
    },
    hitAt: (at) => {
      const { x, y } = map.containerPointToLayerPoint([at.x, at.y]).subtract(topLeft);
      return (targetAt(courierTargets, x, y) ?? targetAt(targets, x, y))?.hit;
    },
    remove: () => {
      cancelAnimationFrame(frame);
      cancelAnimationFrame(peopleFrame);
      themes.disconnect();
      map.off('zoomend resize viewreset', redraw);
      map.off('moveend', follow);
      map.off('zoomanim', stretch);
      for (const each of [canvas, spot, people]) each.remove();
    },
  };
}
