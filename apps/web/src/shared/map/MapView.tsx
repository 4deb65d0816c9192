import { type LatLngTuple } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type ReactNode } from 'react';
import { AttributionControl, MapContainer, ScaleControl, ZoomControl } from 'react-leaflet';
import { Base } from './base/Base.tsx';
import { FocusInPlace } from './FocusInPlace.tsx';
import { FollowSize } from './FollowSize.tsx';
import { FollowView } from './FollowView.tsx';
import { Label } from './Label.tsx';
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
      fadeAnimation={!still()}
      markerZoomAnimation={!still()}
      inertia={!still()}
      maxBoundsViscosity={1}
    >
      <Label text={label} />
      <FocusInPlace />
      <Base />
      <FollowSize />
      <FollowView center={center} zoom={zoom} />
      <ZoomControl position="topright" zoomInTitle="Acercar" zoomOutTitle="Alejar" />
      <ScaleControl position="bottomleft" imperial={false} />
      <AttributionControl position="bottomright" prefix={false} />
      {children}
    </MapContainer>
  );
}
