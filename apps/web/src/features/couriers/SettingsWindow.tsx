import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { useSession } from '#features/session/state/session.ts';
import { settingsQuery } from './api/settings-query.ts';
import { SettingsForm } from './components/SettingsForm.tsx';

/** Dialog with the office's settings for the phones of its couriers. Only charge S may change it. */
export function SettingsWindow({ officeId, onClose }: { officeId: string; onClose: () => void }) {
  const query = useQuery(settingsQuery(officeId));
  const mayEdit = useSession().charge === CHARGE_ALL_OFFICES;
  return (
    <FormWindow
      wide
      title="Ajustes para repartidores"
      lead={
        mayEdit
          ? 'Valen para toda la oficina. Cada teléfono los recibe al actualizar su ruta.'
          : 'Valen para toda la oficina. Los cambia una persona con cargo S.'
      }
      onDismiss={onClose}
    >
      {query.data && <SettingsForm officeId={officeId} settings={query.data} mayEdit={mayEdit} onDone={onClose} />}
      {query.isPending && <Skeleton height={320} />}
      {query.isLoadingError && <QueryError query={query} />}
    </FormWindow>
  );
}
