import { type Attention, type Handover } from '@despacho/contracts/dispatch';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import styles from '../HandoverWindow.module.css';
import { lineSubject, lineTitle, promiseText, shortWhen } from '../rules/cause-text.ts';
import { readsText } from '../rules/reads-text.ts';

interface Props {
  handover: Handover;
  attention: Attention;
  timeZone: string;
}

/** «Relevo» as it is printed: the last note, the orders of each courier with what was promised, and the open lines. */
export function HandoverSheet({ handover, attention, timeZone }: Props) {
  const { at, loads, notes } = handover;
  const reader = { timeZone, now: Date.parse(at) };
  const [note] = notes;
  const open = loads.reduce((sum, load) => sum + load.open, 0);
  const late = loads.reduce((sum, load) => sum + load.late, 0);
  return (
    <article className={styles['sheet']} aria-label="Hoja de relevo">
      <header>
        <h3 className={styles['title']}>Relevo · {formatDateTime(at, timeZone)}</h3>
        <p>
          {formatNumber(open)} {open === 1 ? 'orden abierta' : 'órdenes abiertas'}, {formatNumber(late)}{' '}
          {late === 1 ? 'atrasada' : 'atrasadas'} · {formatNumber(attention.open)} por atender
          {attention.snoozed > 0 && `, ${formatNumber(attention.snoozed)} pospuestas`}
        </p>
      </header>
      {note && (
        <section className={styles['printedNote']}>
          <p>{note.text}</p>
          <p className={styles['small']}>
            {note.by.user}, {shortWhen(note.at, reader)} · {readsText(note.reads, reader)}
          </p>
        </section>
      )}
      <table className={styles['table']}>
        <caption>Órdenes abiertas hasta hoy</caption>
        <thead>
          <tr>
            <th scope="col">Quién las tiene</th>
            <th scope="col">Abiertas</th>
            <th scope="col">Atrasadas</th>
            <th scope="col">Próxima promesa</th>
          </tr>
        </thead>
        <tbody>
          {loads.map(({ courier, open: count, late: behind, next }) => (
            <tr key={courier?.id ?? ''}>
              <th scope="row">{courier?.name ?? 'Sin asignar'}</th>
              <td>{formatNumber(count)}</td>
              <td>{behind === 0 ? '–' : formatNumber(behind)}</td>
              <td>{next === null ? '–' : promiseText(next, reader)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {loads.length === 0 && <p className={styles['small']}>No queda ninguna orden abierta hasta hoy.</p>}
      <table className={styles['table']}>
        <caption>Por atender</caption>
        <thead>
          <tr>
            <th scope="col">Qué</th>
            <th scope="col">De quién</th>
            <th scope="col">Desde</th>
            <th scope="col">Se encarga</th>
          </tr>
        </thead>
        <tbody>
          {attention.lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">{lineTitle(line, reader)}</th>
              <td>{lineSubject(line)}</td>
              <td>{shortWhen(line.since, reader)}</td>
              <td>
                {line.taken?.by.user ?? '–'}
                {line.snoozed && `, pospuesta hasta ${shortWhen(line.snoozed.until, reader)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {attention.lines.length === 0 && <p className={styles['small']}>No hay nada por atender.</p>}
      {attention.open + attention.snoozed > attention.lines.length && (
        <p className={styles['small']}>
          Y {formatNumber(attention.open + attention.snoozed - attention.lines.length)} más.
        </p>
      )}
      <footer className={styles['signs']}>
        <span>Entrega</span>
        <span>Recibe</span>
      </footer>
    </article>
  );
}
