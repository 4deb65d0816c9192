import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { openCamera } from '#shared/browser/camera.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { createDetector } from '../state/barcode.ts';
import { Action } from './Action.tsx';
import styles from './Scanner.module.css';

interface Props {
  /** @returns whether the text of a label belongs to a stop of the route. */
  onRead: (text: string) => boolean;
  /** Closes the scanner to type instead. */
  onType: () => void;
}

/** Between two looks at the picture. A cheap phone needs 30 to 80 ms for one. */
const PAUSE_MS = 120;

const BLOCKED =
  'La cámara está bloqueada para esta página. Permítala en los ajustes del navegador, o escriba el código.';
const BROKEN = 'Este teléfono no pudo abrir la cámara. Escriba el código.';

const isVisible = (): boolean => document.visibilityState === 'visible';

function subscribeVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Shows the camera's picture and reports what it reads.
 * @param onCamera called once: with the reason for the person if there is no picture, with undefined if there is one.
 * @returns a function that stops the camera.
 */
function watchCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onCamera: (failure: string | undefined) => void,
): () => void {
  const ended = new AbortController();
  const isOver = (): boolean => ended.signal.aborted;
  const watch = async (): Promise<void> => {
    const stream = await openCamera({ facingMode: 'environment', width: { ideal: 1280 } });
    const stop = (): void => {
      for (const track of stream.getTracks()) track.stop();
      video.srcObject = null;
    };
    if (isOver()) {
      stop();
      return;
    }
    ended.signal.addEventListener('abort', stop);
    video.srcObject = stream;
    await video.play();
    if (!isOver()) onCamera(undefined);
    const detector = await createDetector();
    while (!isOver()) {
      // A picture that is not ready yet is an error too.
      const [label] = await detector.detect(video).catch(() => []);
      if (label && !isOver()) onText(label.rawValue);
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
      });
    }
  };
  watch().catch((error: unknown) => {
    if (!isOver()) onCamera((error as Error).name === 'NotAllowedError' ? BLOCKED : BROKEN);
    ended.abort();
  });
  return () => ended.abort();
}

/** Reads labels with the camera, which is on only while this is shown and the page is visible. */
export function Scanner({ onRead, onType }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [unknown, setUnknown] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isShown = useSyncExternalStore(subscribeVisible, isVisible);
  const read = useEffectEvent((text: string): void => {
    if (!onRead(text)) setUnknown(text.trim());
  });
  useEffect(() => {
    const target = video.current;
    if (!isShown || !target) return;
    return watchCamera(target, (text) => read(text), setFailure);
  }, [isShown]);
  return (
    <>
      <div className={styles['frame']}>
        <video ref={video} className={styles['picture']} muted playsInline aria-label="Imagen de la cámara" />
        {failure === undefined && <div className={styles['aim']} aria-hidden="true" />}
      </div>
      <div className={styles['below']}>
        {failure !== undefined && <Alert>{failure}</Alert>}
        {failure === undefined && (
          <p role="status" className={unknown === undefined ? undefined : styles['unknown']}>
            {unknown === undefined ? (
              'Apunte al código QR o de barras de la etiqueta.'
            ) : (
              <>
                No está en su ruta de hoy: <strong className={styles['code']}>{unknown}</strong>
              </>
            )}
          </p>
        )}
        <Action tone="plain" onClick={onType}>
          Escribir el código
        </Action>
      </div>
    </>
  );
}
