import { type ClientDetails, clientRecordOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { announce } from '#shared/hooks/announce.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { refetchClients } from './api/client-queries.ts';
import styles from './MergeWindow.module.css';

/** A client that may be the duplicate. */
interface Candidate {
  id: string;
  name: string;
  code: string;
  taxId: string;
}

interface Props {
  officeId: string;
  /** The client that stays. */
  client: ClientDetails;
  clients: readonly Candidate[];
  onClose: () => void;
}

const MAX_SHOWN = 8;

/** Merges a double into a client: choose it, see what moves, confirm. */
export default function MergeWindow({ officeId, client, clients, onClose }: Props) {
  const [search, setSearch] = useState('');
  const [from, setFrom] = useState<Candidate>();
  // Not on every keystroke: a company may have 10,000 clients.
  const find = useMemo(() => {
    const others = clients.filter(({ id }) => id !== client.id);
    return rankedSearch(others, ({ name, code, taxId }) => ({ name, codes: [code, taxId] }));
  }, [clients, client.id]);
  const found = find(search).items.slice(0, MAX_SHOWN);
  return (
    <Window
      wide
      title={`Unir un duplicado con ${client.name}`}
      lead="Las órdenes del duplicado pasan a este cliente y conservan el nombre que tienen. No se puede deshacer."
      onDismiss={onClose}
    >
      {from ? (
        <MergeStep
          officeId={officeId}
          client={client}
          from={from}
          onBack={() => setFrom(undefined)}
          onClose={onClose}
        />
      ) : (
        <>
          <TextField
            label="¿Cuál es el duplicado?"
            autoComplete="off"
            hint="Nombre, código o RUC"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <ul className={styles['found']} aria-label="Clientes que coinciden">
            {search.trim() !== '' &&
              found.map((each) => (
                <li key={each.id}>
                  <button type="button" className={styles['choice']} onClick={() => setFrom(each)}>
                    {each.name}
                    <small>{[each.code, each.taxId].filter(Boolean).join(' · ')}</small>
                  </button>
                </li>
              ))}
          </ul>
          <p role="status" className={styles['none']}>
            {search.trim() !== '' && found.length === 0 && 'Ningún otro cliente coincide.'}
          </p>
          <WindowFoot>
            <Button onClick={onClose}>Cancelar</Button>
          </WindowFoot>
        </>
      )}
    </Window>
  );
}

interface StepProps {
  officeId: string;
  client: ClientDetails;
  from: Candidate;
  onBack: () => void;
  onClose: () => void;
}

function MergeStep({ officeId, client, from, onBack, onClose }: StepProps) {
  const queries = useQueryClient();
  const keyOf = useIntentKey();
  const preview = useQuery({
    queryKey: ['client', client.id, 'merge', from.id],
    queryFn: ({ signal }) =>
      call(clientRecordOperations['clients.mergePreview'], {
        params: { id: client.id },
        query: { officeId, from: from.id },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = preview;
  const clashes = (data?.clashes.length ?? 0) + (data?.moreClashes ?? 0);
  const merge = useMutation({
    mutationFn: (fromVersion: number) => {
      const body = { version: client.version, from: from.id, fromVersion, ...(clashes > 0 && { rename: true }) };
      return call(clientRecordOperations['clients.merge'], {
        params: { id: client.id },
        query: { officeId },
        body,
        idempotencyKey: keyOf(body),
      });
    },
    onSuccess: ({ orders }) => {
      announce(`${from.name} se unió a ${client.name}: ${countText(orders, 'orden', 'órdenes')}`);
      onClose();
    },
    onSettled: () => refetchClients(queries),
  });
  return (
    <>
      <QueryStates query={preview} label="Buscando lo que se movería" count={2} height={40} />
      {data && (
        <div className={styles['facts']}>
          <p>
            <strong>{from.name}</strong> ({from.code}) deja de estar en la lista. Su código, su RUC y su nombre llevarán
            a <strong>{client.name}</strong> ({client.code}).
          </p>
          <ul>
            <li>Pasan {countText(data.orders, 'orden', 'órdenes')}, con sus fotos.</li>
            {data.elsewhere > 0 && (
              <li>
                {countText(data.elsewhere, 'es de otra oficina', 'son de otras oficinas')}: lo hace alguien con cargo S.
              </li>
            )}
            {data.links > 0 && (
              <li>
                {countText(data.links, 'enlace de invitados mostrará', 'enlaces de invitados mostrarán')} también las
                órdenes de {client.name}.
              </li>
            )}
            {data.views > 0 && (
              <li>
                {countText(data.views, 'vista guardada lo filtra', 'vistas guardadas lo filtran')}: mostrarán a{' '}
                {client.name}.
              </li>
            )}
          </ul>
          {clashes > 0 && (
            <>
              <p>
                {countText(clashes, 'referencia está repetida', 'referencias están repetidas')} entre los dos. La de la
                orden del duplicado cambiará:
              </p>
              <ul className={styles['clashes']}>
                {data.clashes.map(({ reference, renamed, code }) => (
                  <li key={renamed}>
                    {code ?? 'Otra oficina'}: «{reference}» será «{renamed}»
                  </li>
                ))}
                {data.moreClashes > 0 && <li>y {formatNumber(data.moreClashes)} más</li>}
              </ul>
            </>
          )}
        </div>
      )}
      <FailureAlert error={merge.error} />
      <WindowFoot>
        <Button onClick={onBack}>Elegir otro</Button>
        <Button
          variant="danger"
          disabled={!data}
          loading={merge.isPending}
          onClick={() => {
            if (data && !merge.isPending) merge.mutate(data.from.version);
          }}
        >
          {clashes > 0 ? 'Unir y renombrar referencias' : 'Unir los clientes'}
        </Button>
      </WindowFoot>
    </>
  );
}
