import { EVIDENCE_KINDS, type FieldRoute, PICTURE_MARKS, type PictureMark } from '@despacho/contracts/dispatch';
import { useEffect, useRef, useState } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { useQueue } from '../offline/hooks.ts';
import { shrinkPhoto, UnreadablePhoto } from '#shared/pictures/shrink-photo.ts';
import { markOfPhoto } from '../offline/photo.ts';
import { sharedOf } from '../offline/records.ts';
import { refreshRoute } from '../offline/route.ts';
import { enqueue } from '../offline/sending.ts';
import { PhoneFull } from '../offline/types.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Action } from './Action.tsx';
import { BlobImage } from './BlobImage.tsx';
import { UNREADABLE } from './PhotoField.tsx';
import { Shutter } from './PhotoField.tsx';
import common from './Common.module.css';
import styles from './PhotoTasks.module.css';

type Task = NonNullable<FieldRoute['photos']>[number];

/** Adds a photo to a visit that the service has. @returns once it is stored on this phone. */
async function addPhoto({ visit, kind, order }: Task, blob: Blob): Promise<void> {
  const { at, clockOffsetMs, place, pictures } = await sharedOf([{ kind, blob }]);
  await enqueue(
    pictures.map(({ bytes, sha256 }) => ({
      id: crypto.randomUUID(),
      bytes,
      body: { kind: 'photo', visit, code: order.code, type: kind, sha256, takenAt: at, clockOffsetMs, place },
    })),
  );
}

/** Photos that the office requests, above the route. */
export function PhotoTasks({ tasks }: { tasks: readonly Task[] }) {
  const { items } = useQueue();
  const waiting = items.filter(({ kind }) => kind === 'photo').length;
  const before = useRef(waiting);
  useEffect(() => {
    // The answer no longer has the tasks whose photos have arrived.
    if (waiting < before.current) void refreshRoute();
    before.current = waiting;
  }, [waiting]);
  return (
    <section className={classes(common['move'], styles['tasks'])} aria-label="Fotos que pide la oficina">
      <h2>{tasks.length === 1 ? 'La oficina le pide una foto' : `La oficina le pide ${tasks.length} fotos`}</h2>
      <ul>
        {tasks.map((task) => (
          <PhotoTask
            key={`${task.order.id} ${task.at}`}
            task={task}
            isWaiting={items.some(({ kind, code }) => kind === 'photo' && code === task.order.code)}
          />
        ))}
      </ul>
    </section>
  );
}

function PhotoTask({ task, isWaiting }: { task: Task; isWaiting: boolean }) {
  const [doubt, setDoubt] = useState<{ blob: Blob; mark: PictureMark }>();
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setFailure(undefined);
    setReading(true);
    try {
      await work();
    } catch (thrown) {
      if (thrown instanceof UnreadablePhoto) setFailure(UNREADABLE);
      else setFailure(thrown instanceof PhoneFull ? thrown.text : 'No se pudo guardar la foto. Tómela otra vez.');
    } finally {
      setReading(false);
    }
  };
  const keep = (blob: Blob): Promise<void> =>
    attempt(async () => {
      await addPhoto(task, blob);
      setDoubt(undefined);
    });
  const read = (file: File): Promise<void> =>
    attempt(async () => {
      setDoubt(undefined);
      const blob = await shrinkPhoto(file);
      const mark = await markOfPhoto(task.kind, blob);
      if (mark === null) await addPhoto(task, blob);
      else setDoubt({ blob, mark });
    });
  const { order, address, kind } = task;
  return (
    <li className={styles['task']}>
      <p>
        <strong>{EVIDENCE_KINDS[kind]}</strong> · {address}
      </p>
      <p className={common['quiet']}>{order.code}</p>
      {failure !== undefined && <Alert>{failure}</Alert>}
      {doubt && (
        <>
          <BlobImage className={styles['picture']} blob={doubt.blob} alt="La foto que tomó" />
          <p role="alert">{PICTURE_MARKS[doubt.mark]}. Si la envía así, la oficina la revisará.</p>
          <Action tone="plain" loading={isReading} onClick={() => void keep(doubt.blob)}>
            Usarla así
          </Action>
        </>
      )}
      {isWaiting ? (
        <p role="status">Guardada en este teléfono, se envía cuando haya señal.</p>
      ) : isReading ? (
        <p role="status">Preparando la foto…</p>
      ) : (
        <Shutter
          isWide
          label={doubt ? 'Tomar otra vez' : `Tomar foto: ${EVIDENCE_KINDS[kind]}`}
          onTaken={(file) => void read(file)}
        />
      )}
    </li>
  );
}
