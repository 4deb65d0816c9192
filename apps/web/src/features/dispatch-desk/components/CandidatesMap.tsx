import { DEGREE_METERS, type PlaceCandidate } from '@despacho/contracts/dispatch';
import { divIcon } from 'leaflet';
import { useMemo } from 'react';
import { Circle, Marker } from 'react-leaflet';
import { FitToMarks } from '#shared/map/orders/FitToMarks.tsx';
import { PinPicker } from '#shared/map/pin/PinPicker.tsx';
import { type Point } from '../rules/locate.ts';
import styles from './CandidatesMap.module.css';

interface Props {
  /** Identifies the address: the map moves to another one. */
  address: string;
  place: PlaceCandidate;
  candidates: readonly PlaceCandidate[];
  /** Where the person says that it is; undefined before. */
  marked: Point | undefined;
  onMark: (point: Point) => void;
  onChoose: (index: number) => void;
}

/** Meters around a place that are shown: all of a larger one would be too far to see a door. */
const MOST_SHOWN = 1000;

/** @returns two corners around a place, within which it is. */
function cornersOf({ lat, lng, exactness }: PlaceCandidate): Point[] {
  const up = Math.min(exactness.radius, MOST_SHOWN) / DEGREE_METERS;
  const across = up / Math.cos((lat * Math.PI) / 180);
  return [-1, 1].map((way) => ({ lat: lat + way * up, lng: lng + way * across }));
}

/** The places that are known of an address, by number, and the pin that states where it is. */
export function CandidatesMap({ address, place, candidates, marked, onMark, onChoose }: Props) {
  const { lat, lng } = marked ?? place;
  const places = useMemo(() => (candidates.length > 0 ? candidates : [place]).flatMap(cornersOf), [candidates, place]);
  return (
    <PinPicker
      at={[lat, lng]}
      approximate={marked === undefined}
      radius={marked ? undefined : place.exactness.radius}
      label="Mapa de la dirección. Los lugares que se conocen están también en la lista."
      onMove={([movedLat, movedLng]) => onMark({ lat: movedLat, lng: movedLng })}
    >
      <FitToMarks places={places} question={address} />
      {candidates.map((candidate, index) => (
        <Candidate key={index} number={index + 1} candidate={candidate} onChoose={() => onChoose(index)} />
      ))}
    </PinPicker>
  );
}

interface CandidateProps {
  number: number;
  candidate: PlaceCandidate;
  onChoose: () => void;
}

/** A number beside the place, so that the pin does not cover it. Reached by key in the list, not here. */
function Candidate({ number, candidate: { lat, lng, exactness }, onChoose }: CandidateProps) {
  const icon = useMemo(
    () => divIcon({ className: styles['mark'] ?? '', html: String(number), iconSize: [24, 24], iconAnchor: [12, -4] }),
    [number],
  );
  return (
    <>
      <Circle center={[lat, lng]} radius={exactness.radius} interactive={false} className={styles['ring']} />
      <Marker
        position={[lat, lng]}
        icon={icon}
        keyboard={false}
        title={`Lugar ${number}`}
        eventHandlers={{ click: onChoose }}
      />
    </>
  );
}
