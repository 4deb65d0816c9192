import { type FieldRoute, type FieldSession, metersBetween, type Point } from '@despacho/contracts/dispatch';
import { MapPin, MessageCircle, Package, Phone, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { formatCountdown } from '#shared/format/format-countdown.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { useSeconds } from '#shared/hooks/use-seconds.ts';
import { classes } from '#shared/styles/classes.ts';
import { CORRECTION_MS, markDoor, readNote } from '../offline/records.ts';
import { contactLinks } from '../rules/contact.ts';
import { distanceText } from '../rules/distance.ts';
import { othersAtDoor, parcelsText, totalsOf } from '../rules/door.ts';
import { isLate, isOpen, stateText } from '../rules/stop-texts.ts';
import { ParcelCheck } from '../scan/ParcelCheck.tsx';
import { useStart } from '../state/use-start.tsx';
import { useTask } from '#shared/hooks/use-task.ts';
import { Action } from './Action.tsx';
import { Banners } from './Banners.tsx';
import { NotStored } from './NotStored.tsx';
import { Screen } from './Screen.tsx';
import { Section } from './Section.tsx';
import { DueChips } from './StopRow.tsx';
import { WayLink } from './WayLink.tsx';
import common from './Common.module.css';
import styles from './StopScreen.module.css';
import { type OwnVisit, type Stop } from '../offline/types.ts';

interface Props {
  stop: Stop;
  /** Stops of the route. */
  stops: readonly Stop[];
  /** From 1; 0 if the stop is no longer in the route. */
  number: number;
  route: FieldRoute;
  session: FieldSession;
  here: Point | null;
  now: number;
}

/** A stop: where and for whom, how to get there, and how the visit ended. */
export function StopScreen({ stop, stops, number, route, session, here, now }: Props) {
  const { timeZone } = session;
  const open = isOpen(stop);
  const { place, recipient, note, courierNote, code } = stop;
  const door = [stop, ...othersAtDoor(stop, stops)];
  const totals = totalsOf(door);
  return (
    <Screen
      title={number > 0 ? `Parada ${number} de ${route.stops.length}` : 'Parada retirada'}
      code={code}
      aside={<span className={styles['code']}>{code}</span>}
      back={{ name: 'route' }}
      banners={<Banners />}
      footer={open || number === 0 ? <Results {...{ stop, stops, route, timeZone }} /> : undefined}
    >
      {number === 0 && (
        <p className={common['warn']} role="status">
          La oficina retiró esta parada de su ruta. Si ya la visitó, regístrelo igual: no se pierde, la oficina lo
          revisará.
        </p>
      )}
      {stop.own?.state === 'failed' && (
        <section className={classes(common['bad'], styles['outcome'])} aria-label="Visita no aceptada">
          <p className={styles['name']}>Visita no aceptada</p>
          <RefusedVisit own={stop.own} />
          <Correct id={stop.id} own={stop.own} />
        </section>
      )}
      {!open && <Outcome stop={stop} reasons={route.reasons} timeZone={timeZone} />}
      <section className={classes('frame', styles['where'])} aria-label="Dirección">
        <p className={styles['address']}>{place.address}</p>
        <p className="muted">
          {[place.district, here && distanceText(metersBetween(here, place))].filter(Boolean).join(' · ')}
        </p>
        {place.reference !== null && <p className={styles['reference']}>{place.reference}</p>}
        {place.approximate && (
          <p className={styles['fact']}>
            <MapPin size={18} aria-hidden="true" />
            El punto del mapa es solo el del distrito: guíese por la dirección.
          </p>
        )}
        <p className={common['chips']}>
          <DueChips stop={stop} isLate={isLate(stop, now)} due={totals.collectDue} />
        </p>
        {open && number > 0 && <DoorMark key={stop.id} stop={stop} />}
      </section>
      <Contact {...{ stop, route, session }} />
      {courierNote && <OfficeNote key={courierNote.id} note={courierNote} code={code} timeZone={timeZone} />}
      <Section title="Para">
        <p className={styles['name']}>{recipient.name}</p>
        {recipient.phone !== null && <p>{formatPhone(recipient.phone)}</p>}
        <p className={styles['fact']}>
          <Package size={18} aria-hidden="true" />
          <span>
            {parcelsText(totals)} de {[...new Set(door.map(({ client }) => client))].join(', ')}
            {door.length > 1 && `: ${door.map((each) => each.code).join(', ')}`}
          </span>
        </p>
        {note !== null && (
          <p className={styles['fact']}>
            <StickyNote size={18} aria-hidden="true" />
            {note}
          </p>
        )}
        {open && <ParcelCheck door={door} stops={stops} />}
      </Section>
    </Screen>
  );
}

/** «La puerta es aquí»: the last press counts, until the stop is closed. */
function DoorMark({ stop }: { stop: Stop }) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, failure, run } = useTask(async () => setProblem(await markDoor(stop)));
  return (
    <div className={styles['mark']}>
      <NotStored failure={failure} />
      <Action tone="plain" loading={isBusy} onClick={() => void run()}>
        La puerta es aquí
      </Action>
      <p role="status">{isBusy ? 'Buscando su ubicación…' : (problem ?? (stop.hasDoor && 'Ubicación guardada'))}</p>
    </div>
  );
}

/** How the visit ended. A parcel that stayed behind has to be loaded before it can be delivered. */
function Results({ stop, stops, route, timeZone }: Pick<Props, 'stop' | 'stops' | 'route'> & { timeZone: string }) {
  const { id, notLoaded } = stop;
  const { begin, isBusy, failure, question } = useStart({ route, stops, timeZone, onStarted: () => undefined });
  const others = stops.filter((other) => other.state === 'asignada' && other.id !== id);
  return (
    <>
      <NotStored failure={failure} />
      {question}
      {notLoaded && <p className={common['warn']}>Este paquete no salió con usted: cárguelo antes de entregarlo.</p>}
      <div className={styles['results']}>
        <Action tone="danger" to={{ name: 'fail', id }}>
          No entregada
        </Action>
        {notLoaded ? (
          <Action loading={isBusy} onClick={() => begin(others.map((other) => other.id))}>
            Ya lo cargué
          </Action>
        ) : (
          <Action to={{ name: 'deliver', id }}>Entregar</Action>
        )}
      </div>
    </>
  );
}

function Contact({ stop, route, session }: Pick<Props, 'stop' | 'route' | 'session'>) {
  const { tel, whatsApp } = contactLinks(stop, route.office, session);
  return (
    <div className={styles['contact']}>
      {tel !== null && (
        <a className={styles['tool']} href={tel}>
          <Phone size={24} aria-hidden="true" />
          Llamar
        </a>
      )}
      {whatsApp !== null && (
        <a className={styles['tool']} href={whatsApp} target="_blank" rel="noreferrer">
          <MessageCircle size={24} aria-hidden="true" />
          WhatsApp
        </a>
      )}
      <WayLink stop={stop} />
    </div>
  );
}

interface OfficeNoteProps {
  note: NonNullable<Stop['courierNote']>;
  code: string;
  timeZone: string;
}

function OfficeNote({ note, code, timeZone }: OfficeNoteProps) {
  const [isRead, setRead] = useState(false);
  const markAsRead = useTask(async () => {
    await readNote(note.id, code);
    setRead(true);
  });
  const readAt = isRead ? 'ahora' : note.readAt === null ? null : `a las ${formatTime(note.readAt, timeZone)}`;
  return (
    <section className={classes(common['move'], styles['officeNote'])} aria-label="Nota para el repartidor">
      <h2 className={styles['noteTitle']}>Nota de la oficina · {formatTime(note.at, timeZone)}</h2>
      <p className={styles['noteText']}>{note.text}</p>
      {readAt === null ? (
        <>
          <NotStored failure={markAsRead.failure} />
          <Action tone="plain" loading={markAsRead.isBusy} onClick={() => void markAsRead.run()}>
            Marcar como leída
          </Action>
        </>
      ) : (
        <p role="status">Leída {readAt}</p>
      )}
    </section>
  );
}

function Outcome({ stop, reasons, timeZone }: { stop: Stop; reasons: FieldRoute['reasons']; timeZone: string }) {
  const { reason, closedAt, state } = stop;
  const own = stop.own?.state === 'failed' ? null : stop.own;
  const why = reasons.find(({ code }) => code === reason)?.name;
  const payments = own?.draft.payments;
  return (
    <section
      className={classes(common[state === 'entregada' ? 'good' : 'bad'], styles['outcome'])}
      aria-label="Resultado"
    >
      <p className={styles['name']}>
        {stateText(stop)}
        {closedAt !== null && ` a las ${formatTime(closedAt, timeZone)}`}
      </p>
      {why !== undefined && <p>{why}</p>}
      {own?.draft.receiver && <p>Recibió {own.draft.receiver.name}</p>}
      {payments && <p>Cobrado: {formatSoles(payments.reduce((sum, { amount }) => sum + amount, 0))}</p>}
      {own && own.state !== 'sent' && <p>{own.problem ?? 'Guardada en este teléfono, por enviar'}</p>}
      {own?.inReview && <p>La oficina revisa esta visita.</p>}
      {own && <Correct id={stop.id} own={own} />}
    </section>
  );
}

/** Why the service did not accept a visit, and what to do. */
export function RefusedVisit({ own: { problem } }: { own: OwnVisit }) {
  return (
    <>
      {problem !== null && <p>{problem}</p>}
      <p>La oficina no recibió esta visita. Regístrela otra vez o avise a su oficina.</p>
    </>
  );
}

/** «Corregir», during five minutes of the phone's clock. */
export function Correct({ id, own: { at, draft } }: { id: string; own: OwnVisit }) {
  const left = Date.parse(at) + CORRECTION_MS - useSeconds(true).getTime();
  if (left <= 0) return null;
  return (
    <Action tone="plain" to={{ name: draft.to === 'entregada' ? 'deliver' : 'fail', id }}>
      Corregir (quedan {formatCountdown(left)})
    </Action>
  );
}
