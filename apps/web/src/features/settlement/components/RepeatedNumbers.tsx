import { COLLECTION_MEANS, moneyOperations } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#shared/format/format-day.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { moneyKey } from '../api/money-query.ts';
import styles from './RepeatedNumbers.module.css';

/** The numbers of operations that several payments have which are in the account. */
export function RepeatedNumbers({
  officeId,
  today,
  onClose,
}: {
  officeId: string;
  today: string;
  onClose: () => void;
}) {
  const query = useQuery({
    queryKey: [...moneyKey(officeId), 'repeated'],
    queryFn: (context) => call(moneyOperations['money.repeated'], { query: { officeId }, ...reading(context) }),
  });
  return (
    <Window
      title="Números de operación repetidos"
      lead="Pagos de varias órdenes que pasaron a la cuenta con el mismo número en los últimos 90 días."
      onDismiss={onClose}
    >
      <QueryStates query={query} label="Cargando los números" count={3} height={56} />
      {query.data?.length === 0 && (
        <p className="small">No hay ninguno. Lo que una sola transferencia pagó junto no se cuenta.</p>
      )}
      {query.data && query.data.length > 0 && (
        <ul className={styles['repeated']}>
          {query.data.map(({ means, number, payments }) => (
            <li key={`${means} ${number}`}>
              <h3>
                {COLLECTION_MEANS[means]} · {number}
              </h3>
              <ul>
                {payments.map(({ officeId: of, code, details }) => (
                  <li key={`${of} ${code}`}>
                    <span>
                      <code>{code}</code>
                      {of !== officeId && ` (${of})`}
                      {details && ` · ${details.courier} · ${formatDay(details.day, today)}`}
                      <small className="small">{details ? `lo pasó ${details.by}` : 'de otra oficina'}</small>
                    </span>
                    {details && <strong>{formatSoles(details.amount)}</strong>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Window>
  );
}
