import { type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { photosOfOrderQuery } from '../api/photo-queries.ts';
import { useLivePhotos } from '../state/use-live-photos.ts';
import { dropTarget, usePhotoDrop } from '../state/use-photo-drop.ts';
import { PhotoTiles } from './PhotoTiles.tsx';
import proof from './ProofSection.module.css';
import { UploadWindow } from './UploadWindow.tsx';

interface Props {
  order: Pick<Order, 'id' | 'code' | 'state' | 'evidence'>;
  officeId: string;
  timeZone: string;
}

/** The photos of an order, with a button to add some; they can also be dropped here. */
export function OrderPhotos({ order, officeId, timeZone }: Props) {
  const [uploading, setUploading] = useState<readonly File[]>();
  useLivePhotos(officeId);
  const over = usePhotoDrop(uploading ? undefined : (_, files) => setUploading(files));
  const query = useQuery(photosOfOrderQuery(officeId, order.id));
  const photos = query.data ?? [];
  const received = photos.findLast(({ receiver, visit }) => receiver && visit === null)?.receiver;
  return (
    <section
      className={proof['section']}
      aria-labelledby="order-photos"
      data-over={over === order.id || undefined}
      {...dropTarget(order.id)}
    >
      <div className={proof['head']}>
        <h3 id="order-photos">Fotos</h3>
        <Button size="sm" icon={<ImagePlus size={16} aria-hidden="true" />} onClick={() => setUploading([])}>
          Agregar fotos
        </Button>
      </div>
      {query.isError && <QueryError query={query} />}
      {query.isPending && <Skeleton height={92} />}
      {query.data?.length === 0 && (
        <p className="note">
          {order.state === 'entregada' ? 'Entregada sin evidencia.' : 'Todavía no hay fotos de esta orden.'}
        </p>
      )}
      <PhotoTiles officeId={officeId} timeZone={timeZone} photos={photos} />
      {/* Visits of phones show their receiver themselves. */}
      {received && (
        <p className="note">
          {`Recibió ${[received.name, received.relation, received.document].filter(Boolean).join(', ')}`}
        </p>
      )}
      {uploading && (
        <UploadWindow officeId={officeId} order={order} files={uploading} onClose={() => setUploading(undefined)} />
      )}
    </section>
  );
}
