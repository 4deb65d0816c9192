import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { reasonsQuery } from '../../orders/api/reasons-query.ts';
import { ReasonsForm } from './ReasonsForm.tsx';

/** Dialog to edit the office's reasons for failed deliveries. */
export function ReasonsWindow({ onClose }: { onClose: () => void }) {
  const { officeId } = useDispatchOffice();
  const query = useQuery(reasonsQuery(officeId));
  return (
    <Window
      title="Motivos de no entrega"
      lead="Los elige quien cierra una visita sin éxito. Las órdenes ya cerradas conservan el suyo."
      onDismiss={onClose}
    >
      {query.data && <ReasonsForm reasons={query.data} onClose={onClose} />}
      {query.isPending && <Skeleton height={240} />}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
    </Window>
  );
}
