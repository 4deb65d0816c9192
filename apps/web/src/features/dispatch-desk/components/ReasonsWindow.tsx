import { type Reason, reasonOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { failureSentences } from '#shared/format/failure-text.ts';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { reasonsQuery } from '#features/orders/api/reasons-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { MAX_NAME_LENGTH, MAX_REASONS, readReasons, type ReasonDraft } from '../rules/reason-list.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import styles from './ReasonsWindow.module.css';

/** Dialog to edit the office's reasons for failed deliveries. */
export function ReasonsWindow({ onClose }: { onClose: () => void }) {
  const { officeId } = useDispatchOffice();
  const query = useQuery(reasonsQuery(officeId));
  return (
    <FormWindow
      title="Motivos de no entrega"
      lead="Los selecciona quien cierra una visita sin éxito. Las órdenes ya cerradas conservan el suyo."
      onDismiss={onClose}
    >
      {query.data && <ReasonsForm reasons={query.data} onClose={onClose} />}
      {query.isPending && <Skeleton height={240} />}
      {query.isLoadingError && <QueryError query={query} />}
    </FormWindow>
  );
}

/** Form with the names of the catalogue's reasons. */
function ReasonsForm({ reasons, onClose }: { reasons: readonly Reason[]; onClose: () => void }) {
  const { officeId } = useDispatchOffice();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (changed: Reason[]) =>
      call(reasonOperations['reasons.replace'], { query: { officeId }, body: { reasons: changed } }),
    onSuccess: (saved) => {
      client.setQueryData(reasonsQuery(officeId).queryKey, saved);
      announce('Motivos guardados');
      onClose();
    },
  });
  const [drafts, setDrafts] = useState<readonly ReasonDraft[]>(reasons);
  const [wrong, setWrong] = useState<{ place: number; error: string }>();
  const change = (next: readonly ReasonDraft[]): void => {
    setDrafts(next);
    setWrong(undefined);
  };
  return (
    <WindowForm
      submitLabel="Guardar los motivos"
      busy={save.isPending}
      onSubmit={() => {
        const read = readReasons(drafts);
        if ('reasons' in read) save.mutate(read.reasons);
        else setWrong(read);
      }}
      onCancel={onClose}
    >
      <ul className={styles['list']} aria-label="Motivos">
        {drafts.map(({ name }, place) => (
          <li key={place} className={styles['row']}>
            <input
              type="text"
              className={fieldStyles['small']}
              aria-label={`Motivo ${place + 1}`}
              aria-invalid={wrong?.place === place || undefined}
              aria-describedby={wrong?.place === place ? 'reason-error' : undefined}
              maxLength={MAX_NAME_LENGTH}
              value={name}
              onChange={({ target }) =>
                change(drafts.map((each, at) => (at === place ? { ...each, name: target.value } : each)))
              }
            />
            <IconButton
              label={`Quitar «${name}»`}
              variant="plain"
              disabled={drafts.length === 1}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => change(drafts.filter((_, at) => at !== place))}
            />
          </li>
        ))}
      </ul>
      {wrong && (
        <Alert id="reason-error">
          Motivo {wrong.place + 1}: {wrong.error}
        </Alert>
      )}
      {save.isError && <Alert>{failureSentences(save.error)}</Alert>}
      <div>
        <Button
          size="sm"
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={drafts.length >= MAX_REASONS}
          onClick={() => change([...drafts, { code: null, name: '' }])}
        >
          Agregar motivo
        </Button>
      </div>
    </WindowForm>
  );
}
