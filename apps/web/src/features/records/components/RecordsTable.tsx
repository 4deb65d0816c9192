import { type TrailEntryView } from '@despacho/contracts/dispatch';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { type AutomaticDay, foldAutomatic } from '../rules/fold-automatic.ts';
import { detailRows, kindText, subjectText } from '../rules/record-text.ts';
import styles from '../RecordsScreen.module.css';

interface Props {
  entries: readonly TrailEntryView[];
  timeZone: string;
  /** Whether automatic entries are one line a day. */
  isFolded: boolean;
  /** Searches for a person or an address. */
  onSearch: (change: { persona: string } | { direccion: string }) => void;
}

type Line = TrailEntryView | AutomaticDay;

const isFold = (line: Line): line is AutomaticDay => 'entries' in line;

/** An empty cell, which a card leaves out. */
const BLANK = <span className={styles['none']} />;
const NONE = <span className={styles['none']}>—</span>;

/** Entries of the trail, newest first. Names and addresses are buttons that search for them. */
export function RecordsTable({ entries, timeZone, isFolded, onSearch }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const lines = isFolded ? foldAutomatic(entries, timeZone) : entries;
  const rows = lines.flatMap((line): Line[] => (isFold(line) && open.has(line.id) ? [line, ...line.entries] : [line]));
  const unfolded = new Set(rows.flatMap((line) => (isFold(line) && open.has(line.id) ? line.entries : [])));
  /** A cell of an entry; empty in a fold. */
  const of = (cell: (entry: TrailEntryView) => ReactNode) => (line: Line) => (isFold(line) ? BLANK : cell(line));
  const foldCell = ({ id, count }: AutomaticDay) => (
    <button type="button" className={styles['fold']} aria-expanded={open.has(id)} onClick={() => toggle(id)}>
      {open.has(id) ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
      {countText(count, 'sesión terminada', 'sesiones terminadas')}
    </button>
  );
  const addressButton = (address: string) => (
    <button
      key={address}
      type="button"
      className={styles['link']}
      title={`Buscar ${address}`}
      onClick={() => onSearch({ direccion: address })}
    >
      {address}
    </button>
  );
  return (
    <DataGrid
      isGrid
      className={styles['table']}
      aria-label="Registro"
      rows={rows}
      keyOf={({ id }) => id}
      rowProps={(line) => ({
        className: isFold(line) ? styles['folded'] : unfolded.has(line) ? styles['unfolded'] : undefined,
      })}
      columns={[
        {
          key: 'at',
          title: 'Cuándo',
          className: styles['when'],
          cell: (line) => (isFold(line) ? formatDay(line.day) : <When entry={line} timeZone={timeZone} />),
        },
        { key: 'kind', title: 'Qué', cell: (line) => (isFold(line) ? foldCell(line) : kindText(line.kind)) },
        {
          key: 'actor',
          title: 'Quién',
          cell: (line) =>
            isFold(line) ? 'El sistema' : <Actor actor={line.actor} onSearch={(persona) => onSearch({ persona })} />,
        },
        {
          key: 'subject',
          title: 'Sobre',
          className: styles['subject'],
          cell: of((entry) => subjectText(entry) ?? NONE),
        },
        { key: 'office', title: 'Oficina', cell: of(({ officeId }) => officeId ?? NONE) },
        {
          key: 'address',
          title: 'Dirección',
          cell: of(({ address, last }) => {
            const all = [...new Set([address, last?.address ?? null])].filter((each) => each !== null);
            return all.length === 0 ? NONE : <div className={styles['addresses']}>{all.map(addressButton)}</div>;
          }),
        },
        {
          key: 'details',
          title: 'Detalle',
          className: styles['details'],
          cell: of((entry) => <Details entry={entry} />),
        },
      ]}
    />
  );
}

function Actor({ actor, onSearch }: Pick<TrailEntryView, 'actor'> & { onSearch: (username: string) => void }) {
  if (actor === null) return <span className={styles['none']}>Desconocido</span>;
  const { username, user } = actor;
  return (
    <button type="button" className={styles['link']} title={`Buscar ${username}`} onClick={() => onSearch(username)}>
      {user ?? username}
      {user !== null && <span className={styles['line']}>{username}</span>}
    </button>
  );
}

/** Entries that count are of one hour, so that the last time needs no date. */
function When({ entry: { at, lastAt, count }, timeZone }: { entry: TrailEntryView; timeZone: string }) {
  return (
    <>
      <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
      {count > 1 && (
        <span className={styles['times']}>
          {countText(count, 'vez', 'veces')}, última: {formatTime(lastAt, timeZone)}
        </span>
      )}
    </>
  );
}

function Details({ entry }: { entry: TrailEntryView }) {
  const rows = detailRows(entry);
  if (rows.length === 0) return NONE;
  return (
    <details>
      <summary>Ver</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="small">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
