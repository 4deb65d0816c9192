import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import { Banknote, Check, StickyNote, X } from 'lucide-react';
import { formatDay } from '#shared/format/format-day.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { classes } from '#shared/styles/classes.ts';
import { distanceText } from '../rules/distance.ts';
import { type DoorTotals, parcelsText, totalsOf } from '../rules/door.ts';
import { type NumberedStop } from '../rules/route-order.ts';
import { isOpen, stateText, windowText } from '../rules/stop-texts.ts';
import { Chip } from './Chip.tsx';
import { ScreenLink } from './ScreenLink.tsx';
import common from './Common.module.css';
import styles from './StopRow.module.css';
import { type Stop } from '../offline/types.ts';

interface Props extends NumberedStop {
  /** The open stops of its door, itself included: the first one shows what all of them receive and pay. */
  door: readonly Stop[];
  /** The working day. */
  day: string;
  isNext: boolean;
  isLate: boolean;
  /** Shows the order's code too. */
  hasCode: boolean;
  /** The office's changes since the courier last saw the stop. */
  mark: 'Nueva' | 'Cambió' | undefined;
  here: Point | null;
  timeZone: string;
  reasons: readonly { code: string; name: string }[];
}

const farText = (here: Point | null, { place }: Stop): string | null => {
  if (!here) return null;
  return `${place.approximate ? '~' : ''}${distanceText(metersBetween(here, place))}`;
};

/** One stop of the list; opens it. */
export function StopRow({ door, day, stop, number, isNext, isLate, hasCode, mark, here, timeZone, reasons }: Props) {
  const open = isOpen(stop);
  return (
    <li>
      <ScreenLink
        id={`parada-${stop.id}`}
        to={{ name: 'stop', id: stop.id }}
        className={classes(
          'frame',
          styles['row'],
          isNext && styles['next'],
          !open && styles['closed'],
          mark && styles['fresh'],
        )}
      >
        <span className={styles['lead']}>
          <span className={classes(styles['number'], stop.state === 'no_entregada' && styles['failed'])}>
            <span className="visually-hidden">Parada {number}, </span>
            <Place stop={stop} number={number} />
          </span>
          {open && <span className={styles['far']}>{farText(here, stop)}</span>}
        </span>
        <span className={styles['facts']}>
          <span className={styles['address']}>{stop.place.address}</span>
          {hasCode && <span className={styles['quiet']}>{stop.code}</span>}
          {open ? (
            <OpenFacts {...{ door, day, stop, isLate, mark }} />
          ) : (
            <ClosedFacts {...{ stop, timeZone, reasons }} />
          )}
        </span>
      </ScreenLink>
    </li>
  );
}

function Place({ stop, number }: NumberedStop) {
  if (isOpen(stop)) return <span aria-hidden="true">{number}</span>;
  return stop.state === 'entregada' ? <Check size={20} aria-hidden="true" /> : <X size={20} aria-hidden="true" />;
}

function OpenFacts({
  door,
  day,
  stop,
  isLate,
  mark,
}: { stop: Stop } & Pick<Props, 'door' | 'day' | 'isLate' | 'mark'>) {
  const { place, recipient, courierNote } = stop;
  const [first] = door;
  const totals = first === stop ? totalsOf(door) : null;
  const parcels = totals ? totals.packages > 1 && parcelsText(totals) : `Misma puerta que ${first?.code ?? ''}`;
  return (
    <>
      <span className={styles['quiet']}>{[recipient.name, place.district].join(' · ')}</span>
      {parcels && <span className={styles['quiet']}>{parcels}</span>}
      <span className={common['chips']}>
        {mark !== undefined && <Chip tone="new">{mark}</Chip>}
        {stop.date !== undefined && stop.date !== day && <Chip tone="plain">{formatDay(stop.date, day)}</Chip>}
        {stop.notLoaded && <Chip tone="failed">No cargada</Chip>}
        <DueChips stop={stop} isLate={isLate} due={totals?.collectDue ?? null} />
        {stop.own?.inReview && <Chip tone="note">La oficina la revisa</Chip>}
        {courierNote && (
          <Chip tone="note" icon={<StickyNote aria-hidden="true" />}>
            {courierNote.readAt === null ? 'Nota de la oficina' : 'Nota leída'}
          </Chip>
        )}
      </span>
    </>
  );
}

function ClosedFacts({ stop, timeZone, reasons }: { stop: Stop } & Pick<Props, 'timeZone' | 'reasons'>) {
  const time = stop.closedAt === null ? null : formatTime(stop.closedAt, timeZone);
  const reason = reasons.find(({ code }) => code === stop.reason)?.name;
  return (
    <span className={styles['quiet']}>
      {[stateText(stop), reason, time, stop.own?.inReview ? 'La oficina lo revisa' : null].filter(Boolean).join(' · ')}
    </span>
  );
}

/** The due time and the amount to collect. @param props.due in céntimos; null for nothing. */
export function DueChips({ stop, isLate, due }: { stop: Stop; isLate: boolean; due: DoorTotals['collectDue'] }) {
  return (
    <>
      <Chip tone={isLate ? 'late' : 'plain'}>
        {isLate && 'Atrasada · '}
        {windowText(stop)}
      </Chip>
      {isOpen(stop) && due !== null && (
        <Chip tone="collect" icon={<Banknote aria-hidden="true" />}>
          Cobrar {formatSoles(due)}
        </Chip>
      )}
    </>
  );
}
