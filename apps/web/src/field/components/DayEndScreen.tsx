import { COLLECTION_MEANS, type FieldRoute, type FieldSession } from '@despacho/contracts/dispatch';
import { type ReactNode, useState } from 'react';
import { formatWeekday } from '#shared/format/format-day.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { classes } from '#shared/styles/classes.ts';
import { useQueue, useRoute } from '../offline/hooks.ts';
import { endDay } from '../offline/records.ts';
import { daySummary } from '../rules/day-summary.ts';
import { unsentText } from '../rules/unsent-text.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { Action } from './Action.tsx';
import { Banners } from './Banners.tsx';
import { Dialog } from './Dialog.tsx';
import { EndStatus } from './EndStatus.tsx';
import { NotStored } from './NotStored.tsx';
import { Screen } from './Screen.tsx';
import { Section } from './Section.tsx';
import common from './Common.module.css';
import styles from './DayEndScreen.module.css';

interface Props {
  route: FieldRoute;
  session: FieldSession;
}

/** «Cierre del día»: the day in figures, handed to the office, which confirms it. */
export function DayEndScreen({ route, session }: Props) {
  const { timeZone } = session;
  const { stops, reviews } = useRoute();
  const pending = reviews.filter(({ state }) => state === 'pendiente');
  const { items } = useQueue();
  const [isAsking, setAsking] = useState(false);
  const [isHandedIn, setHandedIn] = useState(false);
  const end = route.end ?? null;
  const confirmed = end?.confirmed ?? null;
  const summary = daySummary(stops, route, reviews);
  const { open, unknown } = summary;
  const { delivered, failed, payments } = confirmed ?? summary;
  const cash = confirmed ? (payments.find(({ means }) => means === 'efectivo')?.amount ?? 0) : summary.held;
  const isEnding = isHandedIn || items.some(({ kind }) => kind === 'end');
  const unsent = items.filter(({ kind }) => kind === 'visit' || kind === 'photo');

  const handIn = useTask(async () => {
    setAsking(false);
    await endDay();
    setHandedIn(true);
  });

  return (
    <Screen
      title="Cierre del día"
      back={{ name: 'route' }}
      banners={<Banners />}
      footer={
        end || isEnding ? undefined : (
          <>
            <NotStored failure={handIn.failure} />
            <Action
              loading={handIn.isBusy}
              onClick={() => {
                if (open > 0) setAsking(true);
                else void handIn.run();
              }}
            >
              Enviar el cierre a la oficina
            </Action>
          </>
        )
      }
    >
      {end && <EndStatus end={end} timeZone={timeZone} />}
      {!end && isEnding && (
        <p role="status" className={classes(common['warn'], common['status'])}>
          Guardado en este teléfono. La oficina lo recibirá cuando haya señal.
        </p>
      )}
      <Section title="Visitas">
        <dl className="stack">
          <Figure name="Entregadas">{delivered}</Figure>
          <Figure name="No entregadas">{failed}</Figure>
          {!confirmed && <Figure name="Sin visitar">{open}</Figure>}
        </dl>
      </Section>
      {(confirmed !== null || !end?.confirmedAt) && (
        <Section title="Cobros">
          {payments.length === 0 ? (
            pending.length === 0 && <p>Hoy no registró cobros.</p>
          ) : (
            <dl className="stack">
              {payments.map(({ means, amount }) => (
                <Figure key={means} name={COLLECTION_MEANS[means]}>
                  {formatSoles(amount)}
                </Figure>
              ))}
            </dl>
          )}
          <dl className={styles['total']}>
            <Figure name={confirmed ? 'Efectivo entregado' : 'Efectivo que lleva'}>{formatSoles(cash)}</Figure>
          </dl>
          {unknown > 0 && !confirmed && (
            <p>
              {unknown === 1
                ? 'Falta aquí el cobro de 1 entrega: este teléfono no lo conoce.'
                : `Faltan aquí los cobros de ${unknown} entregas: este teléfono no los conoce.`}
            </p>
          )}
        </Section>
      )}
      {end?.confirmedAt && confirmed && (
        <Section title="Constancia">
          <p>
            <strong>{session.courier}</strong> entregó <strong>{formatSoles(cash)}</strong> en efectivo del{' '}
            {formatWeekday(route.day)}.
          </p>
          <p>
            <strong>{confirmed.by}</strong>, de la oficina, lo confirmó a las {formatTime(end.confirmedAt, timeZone)}.
          </p>
        </Section>
      )}
      {pending.length > 0 && !end?.confirmedAt && (
        <Section title="La oficina lo revisa">
          <p>Ya llegó, pero la orden cambió mientras tanto. Arriba solo está su efectivo, en «Efectivo que lleva».</p>
          <dl className="stack">
            {pending.map(({ visit, order, to, payments: paid }) => (
              <Figure key={visit} name={`${order.code} · ${to === 'entregada' ? 'Entregada' : 'No entregada'}`}>
                {paid.length > 0
                  ? paid.map(({ means, amount }) => `${formatSoles(amount)} ${COLLECTION_MEANS[means]}`).join(', ')
                  : 'Sin cobro'}
              </Figure>
            ))}
          </dl>
        </Section>
      )}
      {unsent.length > 0 && (
        <Section title="Por enviar">
          <p>
            Este teléfono tiene {unsentText(unsent)} por enviar. Puede cerrar el día igual: se envía cuando haya señal.
          </p>
          <Action tone="plain" to={{ name: 'queue' }}>
            Ver lo que falta enviar
          </Action>
        </Section>
      )}
      {isAsking && (
        <Dialog
          title={open === 1 ? 'Queda 1 parada sin visitar' : `Quedan ${open} paradas sin visitar`}
          cancel="Volver"
          action={<Action onClick={() => void handIn.run()}>Cerrar el día igual</Action>}
          onClose={() => setAsking(false)}
        >
          <p>Si cierra el día ahora, la oficina decidirá qué hacer con {open === 1 ? 'ella' : 'ellas'}.</p>
        </Dialog>
      )}
    </Screen>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['figure']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
