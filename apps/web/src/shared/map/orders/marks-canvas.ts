import { DomUtil, type LatLng, type Map, point, type ZoomAnimEvent } from 'leaflet';
import { densityAt } from './clusters.ts';
import { drawScene, type Target, targetAt } from './draw-scene.ts';
import { type Hit, type MapScene } from './map-scene.ts';
import { readMarkColors } from './mark-colors.ts';

/** Margin drawn beyond each edge, as a share of the view, so that dragging shows no empty edge. */
const PADDING = 0.2;

export interface MarksCanvas {
  show: (scene: MapScene) => void;
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
  let scene: MapScene | undefined;
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
    topLeft = map.containerPointToLayerPoint(padding.multiplyBy(-1)).round();
    corner = map.layerPointToLatLng(topLeft);
    DomUtil.setPosition(canvas, topLeft);
    targets = drawScene(
      {
        context,
        width,
        height,
        colors: readMarkColors(map.getContainer()),
        project: (lat, lng) => map.latLngToLayerPoint([lat, lng]).subtract(topLeft),
        origin: map.getPixelOrigin().add(topLeft),
        density: densityAt(map.getZoom()),
      },
      scene,
    );
  };
  const redraw = (): void => {
    frame ||= requestAnimationFrame(draw);
  };
  // During a zoom animation, the drawing scales with the map.
  const stretch = ({ center, zoom }: ZoomAnimEvent): void => {
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
    },
  };
}
