import { type FieldRoute, type FieldStop } from '@despacho/contracts/dispatch';
import { formatPhone } from '../shared/fields/format-phone.ts';
import { phoneLinks } from '../shared/fields/phone-links.ts';
import { formatSoles } from '../shared/format/format-soles.ts';
import { classes } from '../shared/styles/classes.ts';
import { Mark } from '../shared/ui/Mark/Mark.tsx';
import styles from './Field.module.css';
import { isOpen, packagesText, stateText, windowText } from './stop-texts.ts';

interface Props {
  stop: FieldStop;
  /** From 1. */
  place: number;
  reasons: FieldRoute['reasons'];
  /** When the route was read, in epoch milliseconds. */
  now: number;
}

const TONES: Partial<Record<FieldStop['state'], 'good' | 'alarm' | 'info'>> = {
  entregada: 'good',
  no_entregada: 'alarm',
  en_ruta: 'info',
};

/** One stop: where, for whom, until when, and what to collect. */
export function StopCard({ stop, place, reasons, now }: Props) {
  const { recipient, place: where, note, collectDue, client, code, state } = stop;
  const open = isOpen(stop);
  const isLate = open && Date.parse(stop.dueAt) < now;
  const reason = reasons.find((each) => each.code === stop.reason)?.name;
  const links = recipient.phone === null ? null : phoneLinks(recipient.phone);
  return (
    <li className={classes(styles['stop'], !open && styles['closed'])}>
      <span className={styles['place']} aria-hidden="true">
        {place}
      </span>
      <div className={styles['facts']}>
        <div className={styles['marks']}>
          <span className={classes(styles['window'], isLate && styles['late'])}>{windowText(stop)}</span>
          {isLate && <Mark tone="alarm">Atrasada</Mark>}
          <Mark tone={TONES[state] ?? 'neutral'}>{stateText(stop)}</Mark>
        </div>
        <p className={styles['address']}>{where.address}</p>
        <p>
          {[where.district, where.reference].filter(Boolean).join(' · ')}
          {where.approximate && ' · ubicación aproximada'}
        </p>
        <p>
          <strong>{recipient.name}</strong>
          {links && recipient.phone !== null && (
            <>
              {' · '}
              <a className={styles['call']} href={links.tel}>
                {formatPhone(recipient.phone)}
              </a>
            </>
          )}
        </p>
        <p className={styles['muted']}>
          {packagesText(stop)} de {client} · {code}
        </p>
        {collectDue !== null && open && <p className={styles['collect']}>Cobrar {formatSoles(collectDue)}</p>}
        {reason !== undefined && <p className={styles['muted']}>Motivo: {reason}</p>}
        {note !== null && <p className={styles['note']}>{note}</p>}
      </div>
    </li>
  );
}
