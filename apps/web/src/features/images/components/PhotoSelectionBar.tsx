import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import { isSame } from '#shared/fields/form-changes.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { announce } from '#shared/hooks/announce.ts';
import { ActionBar } from '#shared/ui/ActionBar/ActionBar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { downloadPhotos, MAX_SELECTED_PHOTOS } from '#features/photos/api/photo-queries.ts';
import { photoCount } from '#features/photos/rules/photo-count.ts';
import styles from './PhotoSelectionBar.module.css';

interface Props {
  officeId: string;
  /** Ids of the selected photos. */
  ids: readonly string[];
  orders: number;
  isFull: boolean;
  onClear: () => void;
}

/** What can be done with the selected photos. Hidden without any. */
export function PhotoSelectionBar({ officeId, ids, orders, isFull, onClear }: Props) {
  const zip = useMutation({
    mutationFn: (photos: string[]) => downloadPhotos(officeId, photos),
    onSuccess: ({ fileName, photos }) => announce(`Se descarga ${fileName}, con ${photoCount(photos)}`),
  });
  const isOfThese = isSame(zip.variables, ids);
  if (ids.length === 0) return null;
  return (
    <div className={styles['place']}>
      <ActionBar label="Fotos seleccionadas">
        <p className={styles['text']} role="status">
          <strong>{photoCount(ids.length)}</strong>
          <span className="note">de {orderCount(orders)}</span>
          {isFull && <span className="note">máximo {formatNumber(MAX_SELECTED_PHOTOS)} por vez</span>}
        </p>
        {isOfThese && zip.error && (
          <p role="alert" className={styles['fault']}>
            {failureText(zip.error)}
          </p>
        )}
        {isOfThese && zip.data && <p className="note">La descarga empezó: {zip.data.fileName}</p>}
        <div className={styles['actions']}>
          <Button
            variant="primary"
            loading={zip.isPending}
            icon={<Download size={18} aria-hidden="true" />}
            onClick={() => zip.mutate([...ids])}
          >
            Descargar ZIP
          </Button>
          <IconButton
            label="Quitar la selección (Esc)"
            tooltipSide="top"
            icon={<X size={18} aria-hidden="true" />}
            onClick={onClear}
          />
        </div>
      </ActionBar>
    </div>
  );
}
