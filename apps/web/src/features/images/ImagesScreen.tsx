import { useQuery } from '@tanstack/react-query';
import ImageOff from 'lucide-react/icons/image-off';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { configQuery } from '#shared/queries/config-query.ts';
import { PhotoTools, PhotoWall } from './components/PhotoWall.tsx';

/** The screen «Imágenes»: all photos of the office. */
export function Component() {
  const { data: config, isPending } = useQuery(configQuery);
  // Wait for the configuration: without a dispatch service, no requests are sent.
  if (isPending || config?.sections.operations !== false)
    return (
      <>
        <PhotoTools />
        {!isPending && <PhotoWall />}
      </>
    );
  return (
    <EmptyState icon={<ImageOff size={22} />} title="Este servidor no guarda fotos">
      Las fotos las guarda el servicio de despacho, y este servidor no tiene ninguno configurado. Avise a quien lo
      administra.
    </EmptyState>
  );
}
