import { DomUtil, type LatLng, type Map, point, type ZoomAnimEvent } from 'leaflet';
import { densityAt } from './clusters.ts';
import { drawHovered, drawScene, HOVER_SIZE, hoveredAt, type Target, targetAt } from './draw-scene.ts';
import { type Hit, type MapScene } from './map-scene.ts';
import { type MarkColors, readMarkColors } from './mark-colors.ts';

/** Margin drawn beyond each edge, as a share of the view, so that dragging shows no empty edge. */
const PADDING = 0.2;

export interface MarksCanvas {
  show: (scene: MapScene) => void;
  /** Highlights an order; null for none. */
  hover: (id: string | null) => void;
  /** @returns the item at a point of the map's container. */
  hitAt: (at: { x: number; y: number }) => Hit | undefined;
  remove: () => void;
}

/**
 * A canvas over the map for all marks: thousands of elements would be too slow. Follows the map, its size and the
 * theme.
 */
export function addMarksCanvas(map: Map): MarksCanvas {
  const canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane('overlayPane'));
  const context = canvas.getContext('2d');
  // After the other, and so above it.
  const spot = DomUtil.create('canvas', '', map.getPane('overlayPane'));
  const spotContext = spot.getContext('2d');
  spot.style.position = 'absolute';
  spot.style.pointerEvents = 'none';
  let scene: MapScene | undefined;
  let hoveredId: string | null = null;
  let colors: MarkColors | undefined;
  let targets: Target[] = [];
  let corner: LatLng | undefined;
  let topLeft = point(0, 0);
  let frame = 0;

  const draw = (): void => {
    frame = 0;
    if (!context || !scene) return;
    const size = map.getSize();
    const padding = size.multiplyBy(PADDING).round();
    const [width, height] = [size.x + 2 * padding.x, size.y + 2 * padding.y];
    const ratio = devicePixelRatio;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    context.scale(ratio, ratio);
    colors = readMarkColors(map.getContainer());
    topLeft = map.containerPointToLayerPoint(padding.multiplyBy(-1)).round();
    corner = map.layerPointToLatLng(topLeft);
    DomUtil.setPosition(canvas, topLeft);
    targets = drawScene(
      {
        context,
        width,
        height,
        colors,
        project: (lat, lng) => map.latLngToLayerPoint([lat, lng]).subtract(topLeft),
        origin: map.getPixelOrigin().add(topLeft),
        density: densityAt(map.getZoom()),
      },
      scene,
    );
    drawSpot();
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
  // During a zoom animation, the drawing scales with the map.
  const stretch = ({ center, zoom }: ZoomAnimEvent): void => {
    spot.hidden = true;
    if (!corner) return;
    const origin = map
      .project(center, zoom)
      .subtract(map.getSize().divideBy(2))
      .subtract(map.containerPointToLayerPoint([0, 0]))
      .round();
    DomUtil.setTransform(canvas, map.project(corner, zoom).subtract(origin), map.getZoomScale(zoom));
  };

  map.on('moveend zoomend resize viewreset', redraw);
  map.on('zoomanim', stretch);
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });

  return {
    show: (next) => {
      scene = next;
      redraw();
    },
    hover: (id) => {
      if (id === hoveredId) return;
      hoveredId = id;
      drawSpot();
    },
    hitAt: (at) => {
      const { x, y } = map.containerPointToLayerPoint([at.x, at.y]).subtract(topLeft);
      return targetAt(targets, x, y)?.hit;
    },
    remove: () => {
      cancelAnimationFrame(frame);
      themes.disconnect();
      map.off('moveend zoomend resize viewreset', redraw);
      map.off('zoomanim', stretch);
      canvas.remove();
      spot.remove();
    },
  };
}
