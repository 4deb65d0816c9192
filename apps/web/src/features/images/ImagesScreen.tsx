import Images from 'lucide-react/icons/images';
import { EmptyState } from '../../shared/ui/EmptyState/EmptyState.tsx';
import styles from './ImagesScreen.module.css';

/** Placeholder for evidence photos, which couriers cannot send yet. Full-bleed, as the photos will be. */
export function Component() {
  return (
    <div className={styles['wall']}>
      <div className={styles['frames']} aria-hidden="true">
        {Array.from({ length: 160 }, (_, frame) => (
          <span key={frame} />
        ))}
      </div>
      <div className={styles['notice']}>
        <EmptyState icon={<Images size={22} />} title="Las imágenes están en preparación">
          <p>
            Aquí verá las fotos de cada entrega. Llegarán desde el teléfono del repartidor en el momento de entregar,
            con la orden, la hora y el lugar.
          </p>
        </EmptyState>
      </div>
    </div>
  );
}
