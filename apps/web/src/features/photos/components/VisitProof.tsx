import { type Visit } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { photosOfOrderQuery } from '../api/photo-queries.ts';
import { PhotoTiles } from './PhotoTiles.tsx';
import { PlaceMap } from './PlaceMap.tsx';
import proof from './ProofSection.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  orderId: string;
  visit: Pick<Visit, 'visit' | 'place' | 'doubtfulPlace' | 'photos'>;
  /** The point of the order's address. */
  address: { lat: number; lng: number; approximate: boolean };
}

/** The proof of one visit: its photos, its signature and its place on a map. Loaded when it is scrolled into view. */
export function VisitProof(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !frame.current) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [isSeen]);
  return (
    <div ref={frame} className={proof['section']}>
      {isSeen ? <Shown {...props} /> : <Skeleton height={92} />}
    </div>
  );
}

function Shown({ officeId, timeZone, orderId, visit, address }: Props) {
  const query = useQuery(photosOfOrderQuery(officeId, orderId));
  const photos = (query.data ?? []).filter((photo) => photo.visit === visit.visit);
  const waiting = visit.photos.length - photos.length;
  return (
    <>
      {query.isPending && <Skeleton height={92} />}
      {query.isError && <QueryError query={query} />}
      <PhotoTiles officeId={officeId} timeZone={timeZone} photos={photos} label="Fotos y firma de la visita" />
      {query.data && photos.length === 0 && waiting <= 0 && <p className="note">Sin fotos ni firma.</p>}
      {query.data && waiting > 0 && (
        <p className="note">{waiting === 1 ? 'Falta que llegue 1 foto.' : `Falta que lleguen ${waiting} fotos.`}</p>
      )}
      {visit.place && !visit.doubtfulPlace && <PlaceMap place={visit.place} address={address} />}
    </>
  );
}
