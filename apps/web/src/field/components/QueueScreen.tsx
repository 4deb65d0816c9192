import { useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { classes } from '#shared/styles/classes.ts';
import { useQueue, useRoute } from '../offline/hooks.ts';
import { textOf } from '../field-calls.ts';
import { discard, sendNow, showToOffice } from '../offline/sending.ts';
import { type QueueItem } from '../offline/types.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { unsentText } from '../rules/unsent-text.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { Action } from './Action.tsx';
import { Banners } from './Banners.tsx';
import { Chip } from './Chip.tsx';
import { Dialog } from './Dialog.tsx';
import { Screen } from './Screen.tsx';
import common from './Common.module.css';
import styles from './QueueScreen.module.css';

const KINDS: Readonly<Record<QueueItem['kind'], string>> = {
  visit: 'Visita',
  photo: 'Foto',
  start: 'Salí a ruta',
  note: 'Nota leída',
  door: 'Puerta',
  order: 'Orden de la ruta',
  end: 'Cierre del día',
};

const STATES = { waiting: 'En espera', sending: 'Enviando', stuck: 'Con problema', failed: 'Con problema' } as const;

const kilobytes = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1024))} KB`;

/** What this phone still has to send, with its progress and why it waits. */
export function QueueScreen() {
  const { items, minutes } = useQueue();
  const { stops } = useRoute();
  return (
    <Screen
      title="Por enviar"
      back={{ name: 'route' }}
      banners={<Banners isQueueShown />}
      footer={items.length + minutes > 0 ? <Action onClick={() => void sendNow()}>Enviar ahora</Action> : undefined}
    >
      {items.length === 0 ? (
        <p className={common['empty']} role="status">
          Todo está enviado: la oficina ya lo tiene.
        </p>
      ) : (
        <>
          <p className={common['quiet']}>
            Por enviar: {unsentText(items)}.
            {items.some(({ state }) => state !== 'failed') &&
              ' Nada se pierde: se envía solo cuando hay señal, con esta página abierta o la próxima vez que la abra.'}
          </p>
          <ol className="stack" aria-label="Por enviar">
            {items.map((item) => (
              <Item key={item.id} item={item} place={stops.find(({ code }) => code === item.code)?.place.address} />
            ))}
          </ol>
        </>
      )}
      {minutes > 0 && <p className={common['quiet']}>Recorrido: {minutes} min por enviar.</p>}
    </Screen>
  );
}

function Item({ item, place }: { item: QueueItem; place: string | undefined }) {
  const [isAsking, setAsking] = useState(false);
  const { id, kind, what, code, state, sent, bytes, problem } = item;
  const isProblem = state === 'failed' || state === 'stuck';
  const name = [kind === 'visit' && what === 'entrega' ? 'Entrega' : what === 'firma' ? 'Firma' : KINDS[kind], code]
    .filter(Boolean)
    .join(' ');
  return (
    <li className={classes('frame', styles['item'])}>
      <p className={styles['line']}>
        <strong>{name}</strong>
        <Chip tone={isProblem ? 'failed' : state === 'sending' ? 'good' : 'plain'}>{STATES[state]}</Chip>
      </p>
      {place !== undefined && <p className={common['quiet']}>{place}</p>}
      {bytes > 0 && (
        <>
          <progress className={styles['bar']} aria-label={name} max={bytes} value={sent} />
          <p className={common['quiet']}>
            {kilobytes(sent)} de {kilobytes(bytes)}
          </p>
        </>
      )}
      {problem !== null && <p>{problem}</p>}
      {isProblem && kind === 'visit' && <ShowToOffice id={id} />}
      {state === 'failed' && (
        <>
          <p>
            La oficina no lo recibió. Presione «Enviar ahora»; si sigue igual, avise a su oficina antes de descartarlo.
          </p>
          <Action tone="danger" onClick={() => setAsking(true)}>
            Descartar
          </Action>
        </>
      )}
      {isAsking && (
        <Dialog
          title={`¿Descartar ${name}?`}
          cancel="Conservar"
          action={
            <Action tone="danger" onClick={() => void discard(id)}>
              Sí, descartar
            </Action>
          }
          onClose={() => setAsking(false)}
        >
          <p>Se borra de este teléfono y la oficina no lo recibirá. Avise antes a su oficina.</p>
        </Dialog>
      )}
    </li>
  );
}

/** For a visit that cannot be sent: the office decides about its facts. */
function ShowToOffice({ id }: { id: string }) {
  const { isBusy, failure, run } = useTask(() => showToOffice(id));
  return (
    <>
      <p>Puede mostrarla a su oficina, que decide en «Por revisar». Va sin fotos: llegan después.</p>
      {failure !== undefined && <Alert>{textOf(failure)}</Alert>}
      <Action tone="plain" loading={isBusy} onClick={() => void run()}>
        Mostrar a la oficina
      </Action>
    </>
  );
}
