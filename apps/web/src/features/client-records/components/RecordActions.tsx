import { type ClientDetails, clientRecordOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { Suspense, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { call } from '#shared/http/call.ts';
import { announce } from '#shared/hooks/announce.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { refetchClients } from '../api/client-queries.ts';
import { ClientWindow, HistoryWindow, MergeWindow } from '../lazy-windows.ts';
import styles from './RecordActions.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  /** Undefined while it loads: the buttons keep their place. */
  client: ClientDetails | undefined;
  /** Possible duplicates. */
  others: readonly { id: string; name: string; code: string; taxId: string }[];
  mayWrite: boolean;
}

/** Edit, disable, merge and history of a client of our own. */
export function RecordActions({ officeId, timeZone, client, others, mayWrite }: Props) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'merge' | 'history'>();
  const close = () => setOpen(undefined);
  const state = useMutation({
    mutationFn: ({ id, version, active }: ClientDetails) =>
      call(clientRecordOperations['clients.disable'], {
        params: { id },
        query: { officeId },
        body: { version, active: !active },
      }),
    onSuccess: ({ name, active }) => announce(`${name}: ${active ? 'activado' : 'desactivado'}`),
    onSettled: () => refetchClients(queries),
  });
  const toggle = async (): Promise<void> => {
    if (state.isPending || !client) return;
    const agreed =
      !client.active ||
      (await confirm({
        title: `¿Desactivar a ${client.name}?`,
        text: 'Sus órdenes siguen como están. Las nuevas avisarán que está inactivo.',
        confirmLabel: 'Desactivar',
      }));
    if (agreed) state.mutate(client);
  };
  return (
    <>
      <FailureAlert error={state.error} className={styles['failure']} />
      <Button variant="ghost" disabled={!client} onClick={() => setOpen('history')}>
        Historia
      </Button>
      {mayWrite && (
        <>
          <Button variant="ghost" disabled={!client} onClick={() => setOpen('merge')}>
            Unir un duplicado
          </Button>
          <Button variant="ghost" disabled={!client} loading={state.isPending} onClick={() => void toggle()}>
            {client?.active === false ? 'Activar' : 'Desactivar'}
          </Button>
          <Button disabled={!client} icon={<Pencil size={16} aria-hidden="true" />} onClick={() => setOpen('edit')}>
            Editar
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {client && open === 'edit' && <ClientWindow officeId={officeId} client={client} onClose={close} />}
        {client && open === 'merge' && (
          <MergeWindow officeId={officeId} client={client} clients={others} onClose={close} />
        )}
        {client && open === 'history' && (
          <HistoryWindow officeId={officeId} timeZone={timeZone} client={client} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
