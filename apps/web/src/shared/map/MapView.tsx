import { type LatLngTuple, type LayerEvent, SVG } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { AttributionControl, MapContainer, ScaleControl, useMap, ZoomControl } from 'react-leaflet';
import { observeSizes } from '../hooks/observe-sizes.ts';
import { Base } from './base/Base.tsx';
// With the map's own styles: code waits for its stylesheet, and that of the streets would be one more request.
import '../styles/map-tokens.css';
import styles from './MapView.module.css';

interface MapViewProps {
  /** Latitude and longitude; all of Peru by default. */
  center?: LatLngTuple;
  zoom?: number;
  /** Accessible name of the map. */
  label: string;
  /** Whether the wheel zooms. Turn it off for a map in a scrolling page. */
  wheel?: boolean;
  children?: ReactNode;
}

const PERU: LatLngTuple = [-9.4, -75];
const PERU_ZOOM = 6;

/** The widest view: the frame of the basemap fills a large screen at this zoom. */
const MIN_ZOOM = 4;
const MAX_ZOOM = 18;

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A map in the product's colours that fills its container. Pass layers as children. */
export function MapView({ center = PERU, zoom = PERU_ZOOM, label, wheel = true, children }: MapViewProps) {
  return (
    <MapContainer
      className={styles['map'] ?? ''}
      center={center}
      zoom={zoom}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      scrollWheelZoom={wheel}
      zoomControl={false}
      attributionControl={false}
      keyboard={false}
      zoomAnimation={!still()}
      // The base layer has the colours of its tiles: fading them in would only delay them.
      fadeAnimation={false}
      markerZoomAnimation={!still()}
      inertia={!still()}
      maxBoundsViscosity={1}
    >
      <Behavior label={label} center={center} zoom={zoom} />
      <Base />
      <ZoomControl position="topright" zoomInTitle="Acercar" zoomOutTitle="Alejar" />
      <ScaleControl position="bottomleft" imperial={false} />
      <AttributionControl position="bottomright" prefix={false} />
      {children}
    </MapContainer>
  );
}

function Behavior({ label, center: [lat, lng], zoom }: { label: string; center: LatLngTuple; zoom: number }) {
  const map = useMap();

  // The container takes the focus and the arrow keys, so it has the role application.
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', label);
    container.setAttribute('aria-roledescription', 'mapa');
  }, [map, label]);

  // Lines and areas are drawings without a name.
  useEffect(() => {
    const hide = ({ layer }: LayerEvent): void => {
      if (layer instanceof SVG) layer.getPane()?.querySelector('svg')?.setAttribute('aria-hidden', 'true');
    };
    map.on('layeradd', hide);
    return () => {
      map.off('layeradd', hide);
    };
  }, [map]);

  // Focuses the map on a press without scrolling the page. Leaflet's own handler, which `keyboard={false}` leaves out,
  // scrolls the whole map into view, so that the pointer ends up elsewhere and drags or drops in the wrong place.
  useEffect(() => {
    const container = map.getContainer();
    const focus = (): void => {
      container.focus({ preventScroll: true });
    };
    // Must run before Leaflet's own listener, which skips a map that already has the focus.
    container.addEventListener('mousedown', focus);
    map.keyboard.enable();
    return () => {
      map.keyboard.disable();
      container.removeEventListener('mousedown', focus);
    };
  }, [map]);

  // Notifies the map when its container changes size: minimised sidebar, rotated phone, full screen.
  useEffect(() => {
    return observeSizes(() => map.invalidateSize({ animate: false }), map.getContainer());
  }, [map]);

  // Moves the map only when it receives another centre or zoom, so that a view the user dragged to stays.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) map.setView([lat, lng], zoom);
    isFirst.current = false;
  }, [map, lat, lng, zoom]);
  return null;
}
