import { Flashlight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { hasCamera, hasTorch, openCamera, setTorch } from '#shared/browser/camera.ts';
import { within } from '#shared/browser/within.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { classes } from '#shared/styles/classes.ts';
import { Action } from '../components/Action.tsx';
import { ANSWER_TONES, type LabelSource, type ScanAnswer } from '../rules/labels.ts';
import common from '../components/Common.module.css';
import screenStyles from '../components/Screen.module.css';
import { createReader, NO_READER } from './create-reader.ts';
import { LabelField } from './LabelField.tsx';
import styles from './Scanner.module.css';

interface Props {
  /** @returns the answer to the text of a label; undefined if the scanner is closed. */
  onLabel: (text: string, source: LabelSource) => ScanAnswer | undefined;
}

/** Between two looks at the picture. A cheap phone needs 30 to 100 ms for one. */
const PAUSE_MS = 120;
/** A label that stays in the picture is reported once; again after it was out of it for this long. */
const AWAY_MS = 3000;
/** Some browsers never answer whether the picture moves. */
const PLAY_LIMIT_MS = 3000;

const FAILURES: Readonly<Record<string, string>> = {
  NotAllowedError:
    'La cámara está bloqueada para esta página. Permítala en los ajustes del navegador, o escriba el código.',
  [NO_READER]: 'Falta descargar el lector de etiquetas. Escriba el código, o pruebe cuando tenga señal.',
};
const BROKEN = 'Este teléfono no pudo abrir la cámara. Escriba el código.';

const isVisible = (): boolean => document.visibilityState === 'visible';

function subscribeVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

interface Watch {
  onText: (text: string) => void;
  /** The picture is there. */
  onOpen: (stream: MediaStream) => void;
  /** @param text for the courier. */
  onFailure: (text: string) => void;
}

/** Shows the camera's picture and reports what it reads. @returns a function that stops the camera. */
function watchCamera(video: HTMLVideoElement, { onText, onOpen, onFailure }: Watch): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const isOver = (): boolean => signal.aborted;
  const watch = async (): Promise<void> => {
    const stream = await openCamera({ facingMode: 'environment', width: { ideal: 1920 } }, signal);
    if (isOver()) return;
    signal.addEventListener('abort', () => {
      video.srcObject = null;
    });
    video.srcObject = stream;
    await within(PLAY_LIMIT_MS, () => video.play(), undefined);
    if (!isOver()) onOpen(stream);
    const read = await createReader();
    while (!isOver()) {
      const text = await read(video);
      if (text !== undefined && text.trim() !== '' && !isOver()) onText(text);
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
      });
    }
  };
  watch().catch((error: unknown) => {
    if (!isOver()) onFailure(FAILURES[(error as Error).name] ?? BROKEN);
    ended.abort();
  });
  return () => ended.abort();
}

/**
 * Reads labels with the camera, which is on only while this is shown and the page is visible. The code can be typed at
 * any time. The text of a label is only compared and shown, never opened.
 */
export function Scanner({ onLabel }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef({ text: '', at: 0 });
  const [answer, setAnswer] = useState<ScanAnswer>();
  const [failure, setFailure] = useState(() => (hasCamera() ? undefined : BROKEN));
  const [stream, setStream] = useState<MediaStream>();
  const [isLit, setLit] = useState(false);
  const isShown = useSyncExternalStore(subscribeVisible, isVisible);
  const report = (text: string, source: LabelSource): void => setAnswer(onLabel(text, source));
  const read = useEffectEvent((text: string): void => {
    const now = performance.now();
    const isNew = text !== last.current.text || now - last.current.at > AWAY_MS;
    last.current = { text, at: now };
    if (isNew) report(text, 'scanned');
  });
  useEffect(() => {
    const target = video.current;
    if (!isShown || !target || !hasCamera()) return;
    const stop = watchCamera(target, {
      onText: (text) => read(text),
      onOpen: (opened) => {
        setFailure(undefined);
        setStream(opened);
      },
      onFailure: (text) => {
        setFailure(text);
        setStream(undefined);
      },
    });
    return () => {
      stop();
      setStream(undefined);
      setLit(false);
    };
  }, [isShown]);
  return (
    <>
      <div className={styles['frame']}>
        <video ref={video} className={styles['picture']} muted playsInline aria-label="Imagen de la cámara" />
        {failure === undefined && <div className={styles['aim']} aria-hidden="true" />}
        {stream && hasTorch(stream) && (
          <button
            type="button"
            className={classes(screenStyles['tool'], styles['torch'])}
            aria-label="Linterna"
            aria-pressed={isLit}
            onClick={() => void setTorch(stream, !isLit).then((isDone) => isDone && setLit(!isLit))}
          >
            <Flashlight size={24} aria-hidden="true" />
          </button>
        )}
      </div>
      <div className={styles['below']}>
        {failure !== undefined && <Alert>{failure}</Alert>}
        <p role="status" className={answer && common[ANSWER_TONES[answer.tone]]}>
          {answer?.text ?? (failure === undefined && 'Apunte al código QR o de barras de la etiqueta.')}
        </p>
        <LabelField placeholder="Código o su final" onLabel={(text) => report(text, 'typed')}>
          <Action tone="plain" type="submit">
            Comprobar
          </Action>
        </LabelField>
      </div>
    </>
  );
}
