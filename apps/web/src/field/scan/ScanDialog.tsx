import { lazy, Suspense } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { untilLoaded } from '../components/until-loaded.ts';
import { type LabelSource, type ScanAnswer } from '../rules/labels.ts';

const Scanner = lazy(async () => ({ default: (await untilLoaded(() => import('./Scanner.tsx'))).Scanner }));

interface Props {
  title: string;
  /** @returns the answer to the text of a label; undefined if the dialog is closed. */
  onLabel: (text: string, source: LabelSource) => ScanAnswer | undefined;
  onClose: () => void;
}

/** Reads labels in a dialog that fills the screen. */
export function ScanDialog({ title, onLabel, onClose }: Props) {
  return (
    <Dialog title={title} isFull cancel="Cerrar" onClose={onClose}>
      <Suspense fallback={<p role="status">Preparando la cámara…</p>}>
        <Scanner onLabel={onLabel} />
      </Suspense>
    </Dialog>
  );
}
