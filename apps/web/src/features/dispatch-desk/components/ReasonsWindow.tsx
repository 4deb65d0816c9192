import { type Reason, reasonOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { reasonsQuery } from '../../orders/api/reasons-query.ts';
import { ReasonsForm } from './ReasonsForm.tsx';

/** Dialog to edit the office's reasons for failed deliveries. */
export function ReasonsWindow({ onClose }: { onClose: () => void }) {
  const { officeId } = useDispatchOffice();
  const client = useQueryClient();
  const query = useQuery(reasonsQuery(officeId));
  const save = useMutation({
    mutationFn: (reasons: Reason[]) =>
      call(reasonOperations['reasons.replace'], { query: { officeId }, body: { reasons } }),
    onSuccess: (saved) => {
      client.setQueryData(reasonsQuery(officeId).queryKey, saved);
      announce('Motivos guardados');
      onClose();
    },
  });
  return (
    <Window
      title="Motivos de no entrega"
      lead="Los elige quien cierra una visita sin éxito. Las órdenes ya cerradas conservan el suyo."
      onDismiss={onClose}
    >
      {query.data && (
        <ReasonsForm
          reasons={query.data}
          busy={save.isPending}
          failure={save.error}
          onSave={(reasons) => {
            save.mutate(reasons);
          }}
          onCancel={onClose}
        />
      )}
      {query.isPending && <Skeleton height={240} />}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
    </Window>
  );
}
