import { useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import FileUp from 'lucide-react/icons/file-up';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { chunk } from '#shared/http/chunk.ts';
import { paths } from '#shared/paths.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { useCommands } from '#shared/hooks/use-commands.ts';
import { useMainPanel } from '#shared/hooks/main-panel.ts';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { SkippedRows } from '#shared/ui/SkippedRows/SkippedRows.tsx';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { CLIENTS_KEY, clientsQuery } from './api/clients-query.ts';
import styles from './ClientsScreen.module.css';
import { ClientsList } from './components/ClientsList.tsx';
import { useListAddress } from './state/use-list-address.ts';
import { ClientWindow } from '#features/client-records/lazy-windows.ts';
import { useMayWriteClients } from '#features/client-records/state/use-may-write-clients.ts';
import { useOffice } from '#features/session/state/use-office.ts';

const ClientsImportWindow = lazy(chunk(() => import('#features/imports/ClientsImportWindow.tsx')));

/** The «Clientes» screen: all clients of the office. */
export function Component() {
  const [address, change] = useListAddress();
  const query = useQuery(clientsQuery);
  const panel = useMainPanel();
  const { officeId } = useOffice();
  const { isOwn, mayWrite } = useMayWriteClients();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'new' | 'import'>();
  const close = () => setOpen(undefined);
  useCommands(() =>
    mayWrite ? { newClient: { run: () => setOpen('new') }, importClients: { run: () => setOpen('import') } } : {},
  );
  useReportFirstRows(!query.isPending);
  /** The row in the tab order. */
  const firstRow = () => panel?.querySelector<HTMLElement>('[data-place][tabindex="0"]');
  return (
    <>
      <TopBarSlot>
        <div
          className={styles['keys']}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') firstRow()?.focus();
          }}
        >
          <SearchField
            label="Buscar cliente"
            shortcut="/"
            value={address.search}
            onChange={(search) => change({ search })}
          />
        </div>
        {mayWrite && (
          <>
            <Button icon={<FileUp size={18} aria-hidden="true" />} onClick={() => setOpen('import')}>
              Importar
            </Button>
            <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen('new')}>
              Nuevo cliente
            </Button>
          </>
        )}
      </TopBarSlot>
      {isOwn === false && (
        <p className={styles['elsewhere']}>Los clientes se guardan en otro sistema de su empresa; aquí se consultan.</p>
      )}
      {query.isPending && <ListSkeleton />}
      {query.isLoadingError && <QueryError query={query} />}
      {query.data && <SkippedRows list={CLIENTS_KEY} />}
      {query.data?.length === 0 && (
        <EmptyState
          icon={<Building2 size={22} />}
          title="Todavía no hay clientes"
          action={
            mayWrite && (
              <>
                <Button onClick={() => setOpen('new')}>Crear un cliente</Button>{' '}
                <Button onClick={() => setOpen('import')}>Importar de un archivo</Button>
              </>
            )
          }
        >
          {mayWrite
            ? 'Son quienes le encargan los envíos. Cree el primero, o importe los que ya tiene en Excel o CSV.'
            : isOwn === true
              ? 'Los registra quien tiene «Clientes» y «Asig. Orden(B)». Pídalo a quien administra su oficina.'
              : 'Aparecerán aquí cuando su empresa los registre en su otro sistema.'}
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && <ClientsList clients={query.data} address={address} onChange={change} />}
      <Suspense fallback={null}>
        {open === 'new' && (
          <ClientWindow
            officeId={officeId}
            client={null}
            onClose={close}
            onSaved={({ id }) => void navigate(paths.client(id), { state: { fromList: true } })}
          />
        )}
        {open === 'import' && <ClientsImportWindow officeId={officeId} onClose={close} />}
      </Suspense>
    </>
  );
}

const ROWS = 14;

function ListSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando los clientes" className={styles['list']}>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles['row']}>
          <Skeleton width={`${18 + ((row * 7) % 12)}%`} />
          <Skeleton width="9%" />
          <Skeleton width="10%" />
          <Skeleton width={`${9 + ((row * 3) % 5)}%`} />
        </div>
      ))}
    </div>
  );
}
