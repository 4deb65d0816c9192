import { lightOf, pictureMarkOf } from '@despacho/contracts/dispatch';
import { useEffect, useRef, useState } from 'react';
import SignatureCanvas from 'signature_pad';
import { observeSizes } from '#shared/hooks/observe-sizes.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { AS_DRAWN, fitInk, toCanvas, toSheet } from '../rules/fit-ink.ts';
import { Action } from './Action.tsx';
import styles from './SignatureField.module.css';

interface Props {
  onDone: (signature: Blob) => void;
  onCancel: () => void;
}

/** The longest side of a stored signature, in pixels. */
const MAX_SIDE = 1200;

/** Draws a signature. The stored picture is ink on white in both themes. */
export function SignaturePad({ onDone, onCancel }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignatureCanvas>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    const made = new SignatureCanvas(target, {
      minWidth: 1.2,
      maxWidth: 3.4,
      penColor: 'black',
      backgroundColor: 'white',
    });
    made.addEventListener('endStroke', () => {
      setEmpty(made.isEmpty());
      setFailure(undefined);
    });
    pad.current = made;
    let fit = AS_DRAWN;
    let drawn = { width: 0, height: 0 };
    const resize = (): void => {
      const { width, height } = target.getBoundingClientRect();
      // The first report of the size would erase a stroke that has begun.
      if (width === drawn.width && height === drawn.height) return;
      drawn = { width, height };
      const scale = Math.min(devicePixelRatio, MAX_SIDE / Math.max(width, height, 1));
      const strokes = made.toData().map((stroke) => ({
        ...stroke,
        points: stroke.points.map((point) => toSheet(point, fit)),
      }));
      target.width = Math.round(width * scale);
      target.height = Math.round(height * scale);
      target.getContext('2d')?.scale(scale, scale);
      // Setting the size erases the canvas; this also happens when the phone is rotated.
      made.clear();
      // Otherwise ink outside of the new canvas would be cut off, or all of it.
      fit = fitInk(
        strokes.flatMap(({ points }) => points),
        { width, height },
      );
      made.fromData(
        strokes.map((stroke) => ({ ...stroke, points: stroke.points.map((point) => toCanvas(point, fit)) })),
      );
    };
    resize();
    const end = observeSizes(resize, target);
    return () => {
      end();
      made.off();
    };
  }, []);

  const finish = (): void => {
    if (isEmpty) {
      setFailure('Todavía no hay firma.');
      return;
    }
    const target = canvas.current;
    const pixels = target?.getContext('2d')?.getImageData(0, 0, target.width, target.height).data;
    if (pixels && pictureMarkOf('firma', lightOf(pixels, target.width)) !== null) {
      setFailure('La firma no se ve. Borre y firme otra vez.');
      return;
    }
    target?.toBlob((blob) => {
      if (blob) onDone(blob);
      else setFailure('Este teléfono no pudo guardar la firma. Inténtelo otra vez.');
    }, 'image/png');
  };

  return (
    <>
      <canvas ref={canvas} className={styles['canvas']} role="img" aria-label="Espacio para firmar" />
      <div>
        {failure !== undefined && <Alert>{failure}</Alert>}
        <div className={styles['choices']}>
          <Action tone="plain" onClick={onCancel}>
            Cancelar
          </Action>
          <Action
            tone="plain"
            onClick={() => {
              pad.current?.clear();
              setEmpty(true);
            }}
          >
            Borrar
          </Action>
          <Action onClick={finish}>Guardar firma</Action>
        </div>
      </div>
    </>
  );
}
