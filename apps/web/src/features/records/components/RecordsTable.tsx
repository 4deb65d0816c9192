import { type TrailEntryView } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { detailRows, kindText, subjectText } from '../rules/record-text.ts';
import styles from '../RecordsScreen.module.css';

interface Props {
  entries: readonly TrailEntryView[];
  timeZone: string;
  /** Searches for a person or an address. */
  onSearch: (change: { persona: string } | { direccion: string }) => void;
}

/** Entries of the trail, newest first. Names and addresses are buttons that search for them. */
export function RecordsTable({ entries, timeZone, onSearch }: Props) {
  const when = (entry: TrailEntryView) => (
    <>
      <time dateTime={entry.at}>{formatDateTime(entry.at, timeZone)}</time>
      {entry.count > 1 && (
        <span className={styles['times']}>
          {formatNumber(entry.count)} veces, hasta {formatDateTime(entry.lastAt, timeZone)}
        </span>
      )}
    </>
  );
  return (
    <DataGrid
      className={styles['table']}
      aria-label="Registro"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', title: 'Cuándo', className: styles['when'], cell: when },
        { key: 'kind', title: 'Qué', cell: ({ kind }) => kindText(kind) },
        {
          key: 'actor',
          title: 'Quién',
          cell: ({ actor }) =>
            actor === null ? (
              <span className={styles['none']}>Desconocido</span>
            ) : (
              <button
                type="button"
                className={styles['link']}
                title={`Buscar ${actor.username}`}
                onClick={() => onSearch({ persona: actor.username })}
              >
                {actor.user ?? actor.username}
                {actor.user !== null && <span className={styles['line']}>{actor.username}</span>}
              </button>
            ),
        },
        {
          key: 'subject',
          title: 'Sobre',
          cell: ({ subject }) => subjectText(subject) ?? <span className={styles['none']}>—</span>,
        },
        { key: 'office', title: 'Oficina', cell: ({ officeId }) => officeId ?? '—' },
        {
          key: 'address',
          title: 'Dirección',
          cell: ({ address }) =>
            address === null ? (
              <span className={styles['none']}>—</span>
            ) : (
              <button
                type="button"
                className={styles['link']}
                title={`Buscar ${address}`}
                onClick={() => onSearch({ direccion: address })}
              >
                {address}
              </button>
            ),
        },
        { key: 'details', title: 'Detalle', className: styles['details'], cell: (entry) => <Details entry={entry} /> },
      ]}
    />
  );
}

function Details({ entry }: { entry: TrailEntryView }) {
  const rows = detailRows(entry);
  if (rows.length === 0) return <span className={styles['none']}>—</span>;
  return (
    <details>
      <summary>Ver</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
