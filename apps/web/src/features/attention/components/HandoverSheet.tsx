import { type Attention, type Handover } from '@despacho/contracts/dispatch';
import { countText } from '#shared/format/count-text.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { Sheet, Signatures } from '#shared/ui/Sheet/Sheet.tsx';
import styles from '../HandoverWindow.module.css';
import { lineSubject, lineTitle } from '../rules/kinds.ts';
import { promiseText, readsText, shortWhen } from '../rules/line-times.ts';

interface Props {
  handover: Handover;
  attention: Attention;
  timeZone: string;
}

/** «Relevo» as it is printed: the last note, the orders of each courier with the promised times, and the open lines. */
export function HandoverSheet({ handover, attention, timeZone }: Props) {
  const { at, loads, notes } = handover;
  const reader = { timeZone, now: Date.parse(at) };
  const [note] = notes;
  const open = loads.reduce((sum, load) => sum + load.open, 0);
  const late = loads.reduce((sum, load) => sum + load.late, 0);
  return (
    <Sheet aria-label="Hoja de relevo">
      <header>
        <h3 className={styles['title']}>Relevo · {formatDateTime(at, timeZone)}</h3>
        <p>
          {countText(open, 'orden abierta', 'órdenes abiertas')}, {countText(late, 'atrasada', 'atrasadas')} ·{' '}
          {formatNumber(attention.open)} por atender
          {attention.snoozed > 0 && `, ${formatNumber(attention.snoozed)} pospuestas`}
        </p>
      </header>
      {note && (
        <section className={styles['printedNote']}>
          <p>{note.text}</p>
          <p className={styles['small']}>
            {note.by.user}
            {note.authorLeft && ' (ya no está en esta oficina)'}, {shortWhen(note.at, reader)} ·{' '}
            {readsText(note.reads, reader)}
          </p>
        </section>
      )}
      <DataGrid
        className={styles['table']}
        caption={<caption>Órdenes abiertas hasta hoy</caption>}
        rows={loads}
        keyOf={({ courier }) => courier?.id ?? ''}
        columns={[
          { key: 'courier', title: 'Quién las tiene', cell: ({ courier }) => courier?.name ?? 'Sin asignar' },
          { key: 'open', title: 'Abiertas', cell: (load) => formatNumber(load.open) },
          { key: 'late', title: 'Atrasadas', cell: (load) => (load.late === 0 ? '–' : formatNumber(load.late)) },
          {
            key: 'next',
            title: 'Próxima promesa',
            cell: ({ next }) => (next === null ? '–' : promiseText(next, reader)),
          },
        ]}
      />
      {loads.length === 0 && <p className={styles['small']}>No queda ninguna orden abierta hasta hoy.</p>}
      <DataGrid
        className={styles['table']}
        caption={<caption>Por atender</caption>}
        rows={attention.lines}
        keyOf={({ id }) => id}
        columns={[
          { key: 'title', title: 'Qué', cell: (line) => lineTitle(line, reader) },
          { key: 'subject', title: 'De quién', cell: lineSubject },
          { key: 'since', title: 'Desde', cell: ({ since }) => shortWhen(since, reader) },
          {
            key: 'taken',
            title: 'Se encarga',
            cell: ({ taken, snoozed }) =>
              `${taken?.by.user ?? '–'}${snoozed ? `, pospuesta hasta ${shortWhen(snoozed.until, reader)}` : ''}`,
          },
        ]}
      />
      {attention.lines.length === 0 && <p className={styles['small']}>No hay nada por atender.</p>}
      {attention.open + attention.snoozed > attention.lines.length && (
        <p className={styles['small']}>
          Y {formatNumber(attention.open + attention.snoozed - attention.lines.length)} más.
        </p>
      )}
      <Signatures className={styles['signs']}>
        <span>Entrega</span>
        <span>Recibe</span>
      </Signatures>
    </Sheet>
  );
}
