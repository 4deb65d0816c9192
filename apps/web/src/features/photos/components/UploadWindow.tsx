import { EVIDENCE_KIND_CODES, type EvidenceKind, EVIDENCE_KINDS, type OrderState } from '@despacho/contracts/dispatch';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { ChoiceField } from '../guest-links/components/ShareWindow.tsx';
import { ACCEPTED_PHOTOS } from '../rules/check-photo.ts';
import { dropTarget, usePhotoDrop } from '../state/use-photo-drop.ts';
import { type PhotoUpload, usePhotoUploads } from '../state/use-photo-uploads.ts';
import { photoCount } from '../rules/photo-count.ts';
import styles from './UploadWindow.module.css';

interface Props {
  officeId: string;
  order: { id: string; code: string; state: OrderState };
  /** Files that were dropped on the order. */
  files?: readonly File[];
  /** The kind proposed for the photos; by default the one that the result requires. */
  kind?: EvidenceKind | undefined;
  onClose: () => void;
}

const KINDS = EVIDENCE_KIND_CODES.map((value) => ({ value, label: EVIDENCE_KINDS[value] }));

const STATES: Readonly<Record<PhotoUpload['state'], string>> = {
  waiting: 'Lista para subir',
  shrinking: 'Reduciendo…',
  sending: 'Enviando…',
  added: 'Agregada',
  failed: 'No se subió',
  cancelled: 'Cancelada',
};

const size = (bytes: number): string =>
  bytes >= 100_000
    ? `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`
    : `${formatNumber(Math.ceil(bytes / 1000))} KB`;

/** Uploads photos of one order: chosen or dropped, several at once. */
export function UploadWindow({ officeId, order, files = [], kind: probable, onClose }: Props) {
  const [kind, setKind] = useState<EvidenceKind>(
    probable ?? (order.state === 'no_entregada' ? 'incidencia' : 'entrega'),
  );
  const { uploads, isRunning, add, remove, cancel, start } = usePhotoUploads(officeId, order.id, files);
  const picker = useRef<HTMLInputElement>(null);
  const over = usePhotoDrop((_, dropped) => {
    // Meanwhile files are ignored: the browser would leave the page for them.
    if (!isRunning) add(dropped);
  });
  const count = (...states: PhotoUpload['state'][]) => uploads.filter(({ state }) => states.includes(state)).length;
  const waiting = count('waiting');
  const again = uploads.filter(({ state, mayRetry }) => state === 'cancelled' || mayRetry === true).length;
  const added = count('added');
  const failed = count('failed', 'cancelled');
  const send = async (): Promise<void> => {
    if (await start(kind)) onClose();
  };
  const summary = isRunning
    ? `${formatNumber(added)} de ${photoCount(uploads.length)}`
    : failed > 0
      ? `${photoCount(failed)} sin subir${added > 0 ? `, ${photoCount(added)} ya en la orden` : ''}`
      : '';
  return (
    <Window
      title={`Subir fotos a ${order.code}`}
      lead="Las fotos grandes se reducen aquí antes de enviarse."
      onDismiss={isRunning ? undefined : onClose}
    >
      <div
        className={styles['body']}
        {...dropTarget(order.id)}
        data-over={(over !== undefined && !isRunning) || undefined}
      >
        <ChoiceField
          label="De qué son las fotos"
          value={kind}
          options={KINDS}
          onChange={(next) => setKind(next as EvidenceKind)}
        />
        <button type="button" className={styles['choose']} disabled={isRunning} onClick={() => picker.current?.click()}>
          <ImagePlus size={20} aria-hidden="true" />
          <span>
            <strong>Seleccionar fotos</strong> o arrastrarlas aquí
          </span>
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={ACCEPTED_PHOTOS}
          aria-label="Fotos de la orden"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // Allows choosing the same file again.
            currentTarget.value = '';
          }}
        />
        {uploads.length > 0 && (
          <ul className={styles['list']} aria-label="Fotos por subir">
            {uploads.map((upload) => (
              <Upload key={upload.key} upload={upload} onRemove={isRunning ? undefined : () => remove(upload.key)} />
            ))}
          </ul>
        )}
        {isRunning && (
          <progress className={styles['progress']} aria-label="Fotos enviadas" value={added} max={uploads.length} />
        )}
        <p role="status" className={styles['summary']}>
          {summary}
        </p>
      </div>
      <WindowFoot>
        <Button onClick={isRunning ? cancel : onClose}>{isRunning ? 'Cancelar el envío' : 'Cerrar'}</Button>
        {(waiting > 0 || isRunning) && (
          <Button variant="primary" loading={isRunning} onClick={() => void send()}>
            {isRunning ? 'Enviando…' : `Subir ${photoCount(waiting + again)}`}
          </Button>
        )}
        {waiting === 0 && again > 0 && !isRunning && (
          <Button variant="primary" onClick={() => void send()}>
            Reintentar {photoCount(again)}
          </Button>
        )}
      </WindowFoot>
    </Window>
  );
}

function Upload({ upload, onRemove }: { upload: PhotoUpload; onRemove: (() => void) | undefined }) {
  const { file, state, bytes, fault, knownAs } = upload;
  const isDone = state === 'added';
  return (
    <li className={styles['upload']} data-state={state}>
      <span className={styles['sign']} aria-hidden="true">
        {isDone && <Check size={16} />}
        {state === 'failed' && <CircleAlert size={16} />}
      </span>
      <span className="truncate">{file.name}</span>
      <span className="small">
        {size(file.size)}
        {bytes !== undefined && bytes < file.size && ` → ${size(bytes)}`}
      </span>
      <span className={styles['state']}>
        {fault ?? (knownAs === undefined ? STATES[state] : `Ya estaba en la orden como «${EVIDENCE_KINDS[knownAs]}»`)}
      </span>
      {onRemove && !isDone && (
        <IconButton
          variant="plain"
          label={`Quitar ${file.name}`}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
