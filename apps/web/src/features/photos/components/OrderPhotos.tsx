import { EVIDENCE_KIND_CODES, type EvidenceKind, EVIDENCE_KINDS, type Order } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef, useState } from 'react';
import { describeFailure } from '../../../shared/format/describe-failure.ts';
import { failureSentences } from '../../../shared/format/failure-text.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { useIntentKey } from '../../../shared/http/use-intent-key.ts';
import { Menu } from '../../../shared/ui/Menu/Menu.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { addPhoto, photosKeys, photosOfOrderQuery } from '../api/photo-queries.ts';
import { ACCEPTED_PHOTOS, photoFault } from '../rules/check-photo.ts';
import { labelOf } from '../rules/photo-label.ts';
import { useLivePhotos } from '../state/use-live-photos.ts';
import { Lightbox } from './Lightbox.tsx';
import styles from './OrderPhotos.module.css';
import { PhotoThumbnail } from './PhotoThumbnail.tsx';
import proof from './ProofSection.module.css';

interface Props {
  order: Pick<Order, 'id' | 'code' | 'state' | 'evidence'>;
  officeId: string;
  timeZone: string;
}

/** The photos of an order, with a button to add one. */
export function OrderPhotos({ order, officeId, timeZone }: Props) {
  const client = useQueryClient();
  const [openId, setOpenId] = useState<string>();
  const [fault, setFault] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const kind = useRef<EvidenceKind>('entrega');
  const keyOf = useIntentKey();
  useLivePhotos(officeId);
  const query = useQuery(photosOfOrderQuery(officeId, order.id));
  const add = useMutation({
    mutationFn: (file: File) => {
      const sent = { orderId: order.id, kind: kind.current };
      return addPhoto(officeId, { ...sent, file }, keyOf([sent, file.name, file.size, file.lastModified]));
    },
    onSuccess: () => {
      announce('Foto agregada');
      return client.invalidateQueries({ queryKey: photosKeys.all(officeId) });
    },
    onError: (error) => setFault(failureSentences(error)),
  });
  const photos = query.data ?? [];
  const received = photos.findLast(({ receiver, visit }) => receiver && visit === null)?.receiver;
  const open = photos.find(({ id }) => id === openId);
  return (
    <section className={proof['section']} aria-labelledby="order-photos">
      <div className={proof['head']}>
        <h3 id="order-photos">Fotos</h3>
        <Menu
          label="Agregar foto"
          compact={false}
          icon={<ImagePlus size={16} aria-hidden="true" />}
          items={EVIDENCE_KIND_CODES.map((code) => ({
            label: EVIDENCE_KINDS[code],
            onSelect: () => {
              kind.current = code;
              picker.current?.click();
            },
          }))}
        />
        <input
          ref={picker}
          type="file"
          hidden
          accept={ACCEPTED_PHOTOS}
          aria-label="Foto de la orden"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            const found = file && photoFault(file);
            setFault(found);
            if (file && found === undefined) add.mutate(file);
            // Allows choosing the same file again.
            currentTarget.value = '';
          }}
        />
      </div>
      <p role="alert" className={proof['fault']}>
        {fault ?? (query.isError ? describeFailure(query.error).title : '')}
      </p>
      {query.isPending && <Skeleton height={92} />}
      {query.data?.length === 0 && !add.isPending && (
        <p className={proof['quiet']}>
          {order.state === 'entregada' ? 'Entregada sin evidencia.' : 'Todavía no hay fotos de esta orden.'}
        </p>
      )}
      {(photos.length > 0 || add.isPending) && (
        <ul className={styles['list']}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                className={styles['tile']}
                aria-label={labelOf(photo, timeZone)}
                onClick={() => setOpenId(photo.id)}
              >
                <PhotoThumbnail officeId={officeId} photo={photo} />
              </button>
              {photo.sameAs && <p className={styles['same']}>Misma foto que {photo.sameAs.code}</p>}
            </li>
          ))}
          {add.isPending && (
            <li role="status" className={styles['sending']}>
              Enviando…
            </li>
          )}
        </ul>
      )}
      {/* Visits of phones show their receiver themselves. */}
      {received && (
        <p className={proof['quiet']}>
          {`Recibió ${[received.name, received.relation, received.document].filter(Boolean).join(', ')}`}
        </p>
      )}
      {open && <Lightbox officeId={officeId} timeZone={timeZone} photo={open} photos={photos} onOpen={setOpenId} />}
    </section>
  );
}
