import { type EvidenceKind, type PhotoOrder } from '@despacho/contracts/dispatch';
import { type ReactNode, useState } from 'react';
import { UploadWindow } from '#features/photos/components/UploadWindow.tsx';
import { usePhotoDrop } from '#features/photos/state/use-photo-drop.ts';
import { useMayUse } from '#features/session/state/session.ts';

type UploadOrder = Pick<PhotoOrder, 'id' | 'code' | 'state'>;

interface Uploading {
  order: UploadOrder;
  files: readonly File[];
  kind?: EvidenceKind | undefined;
}

interface OrderUploads {
  /** Whether the user may add photos. */
  isAllowed: boolean;
  /** The order that files are being dragged over. */
  over: string | undefined;
  open: (order: UploadOrder, kind?: EvidenceKind) => void;
  /** The open window, to be rendered. */
  window: ReactNode;
}

/**
 * Uploads photos to one of the shown orders, by a button or by dropping them on it.
 * @param find the shown order with an id, and what its photos will probably show.
 */
export function useOrderUploads(
  officeId: string,
  find: (orderId: string) => { order: UploadOrder; kind?: EvidenceKind | undefined } | undefined,
): OrderUploads {
  const isAllowed = useMayUse()(['U01']);
  const [uploading, setUploading] = useState<Uploading>();
  const isReady = isAllowed && uploading === undefined;
  const over = usePhotoDrop(
    isReady
      ? (orderId, files) => {
          const found = find(orderId);
          if (found) setUploading({ ...found, files });
        }
      : undefined,
  );
  return {
    isAllowed,
    over,
    open: (order, kind) => setUploading({ order, kind, files: [] }),
    window: uploading && (
      <UploadWindow
        key={uploading.order.id}
        officeId={officeId}
        {...uploading}
        onClose={() => setUploading(undefined)}
      />
    ),
  };
}
