import {
  EVIDENCE_KINDS,
  type EvidenceKind,
  PHOTO_TYPES,
  PICTURE_MARKS,
  type PictureMark,
} from '@despacho/contracts/dispatch';
import { Camera, Check } from 'lucide-react';
import { useState } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { shrinkPhoto, UnreadablePhoto } from '#shared/pictures/shrink-photo.ts';
import { markOfPhoto } from '../offline/photo.ts';
import { type FormPhoto, missingKinds } from '../rules/visit-form.ts';
import { Action } from './Action.tsx';
import { BlobImage } from './BlobImage.tsx';
import { Chips } from './Chips.tsx';
import { Dialog } from './Dialog.tsx';
import { Section } from './Section.tsx';
import styles from './PhotoField.module.css';

/** What to do about a file that this phone cannot read. */
export const UNREADABLE =
  'Este teléfono no puede leer esa foto. Tómela con la cámara desde aquí o seleccione una foto JPEG.';

interface Props {
  photos: FormPhoto[];
  /** Kinds that the office requires. */
  required: readonly EvidenceKind[];
  /** Kinds that a visit which this one corrects already has. */
  earlier: readonly EvidenceKind[];
  /** Kinds that a photo of this visit may have; the first one is used for further photos. */
  kinds: readonly [EvidenceKind, ...EvidenceKind[]];
  error: string | undefined;
  /** Takes a function of the current photos, because they may change while one is being read. */
  onChange: (change: (photos: FormPhoto[]) => FormPhoto[]) => void;
}

/** More photos of one visit would only slow the phone down. */
const MAX_PHOTOS = 8;

/** Photos of a visit, taken with the camera: one tile for each required kind, then any number of others. */
export function PhotoField({ photos, required, earlier, kinds, error, onChange }: Props) {
  const [reading, setReading] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [openId, setOpenId] = useState<string>();
  const [doubt, setDoubt] = useState<Doubt>();
  const missing = missingKinds(required, [...photos.map(({ kind }) => kind), ...earlier]);
  const opened = photos.find(({ id }) => id === openId);
  const close = (): void => {
    setOpenId(undefined);
  };

  const keep = (photo: FormPhoto, replaced?: string): void => {
    onChange((all) =>
      replaced === undefined ? [...all, photo] : all.map((each) => (each.id === replaced ? photo : each)),
    );
  };

  const read = async (file: File, kind: EvidenceKind, replaced?: string): Promise<void> => {
    setDoubt(undefined);
    setFailure(undefined);
    setReading((count) => count + 1);
    try {
      const photo = {
        id: replaced ?? crypto.randomUUID(),
        kind,
        blob: await shrinkPhoto(file),
        fileAt: fileTime(file),
      };
      const mark = await markOfPhoto(kind, photo.blob);
      if (mark === null) keep(photo, replaced);
      else setDoubt({ photo, replaced, mark });
    } catch (thrown) {
      setFailure(thrown instanceof UnreadablePhoto ? UNREADABLE : 'No se pudo leer la foto. Tómela otra vez.');
    } finally {
      setReading((count) => count - 1);
    }
  };

  return (
    <Section title={required.length > 0 ? 'Fotos' : 'Fotos (opcional)'} error={failure ?? error}>
      {earlier.length > 0 && (
        <p className={styles['earlier']}>
          <Check size={18} aria-hidden="true" /> Ya registradas:{' '}
          {earlier.map((kind) => EVIDENCE_KINDS[kind].toLowerCase()).join(', ')}
        </p>
      )}
      <div className={styles['tiles']}>
        {photos.map((photo, index) => (
          <button
            key={photo.id}
            type="button"
            className={styles['tile']}
            aria-label={`Ver foto ${index + 1}: ${EVIDENCE_KINDS[photo.kind]}`}
            onClick={() => setOpenId(photo.id)}
          >
            <BlobImage blob={photo.blob} alt="" />
            <span className={styles['kind']}>{EVIDENCE_KINDS[photo.kind]}</span>
          </button>
        ))}
        {missing.map((kind) => (
          <Shutter
            key={kind}
            label={`Foto: ${EVIDENCE_KINDS[kind]}`}
            isMissing
            onTaken={(file) => void read(file, kind)}
          />
        ))}
        {missing.length === 0 && photos.length < MAX_PHOTOS && (
          <Shutter
            label={photos.length + earlier.length === 0 ? 'Tomar foto' : 'Otra foto'}
            onTaken={(file) => void read(file, kinds[0])}
          />
        )}
      </div>
      <p role="status" className={reading > 0 ? 'muted' : 'visually-hidden'}>
        {reading > 0 ? 'Preparando la foto…' : ''}
      </p>
      {doubt && (
        <Dialog title={PICTURE_MARKS[doubt.mark]} onClose={() => setDoubt(undefined)}>
          <BlobImage className={styles['picture']} blob={doubt.photo.blob} alt="La foto que tomó" />
          <p>
            {doubt.mark === 'oscura' ? 'La foto salió casi negra.' : 'La foto salió en blanco.'} Si la usa así, la
            oficina la revisará.
          </p>
          <div className={styles['choices']}>
            <Action
              tone="plain"
              onClick={() => {
                keep(doubt.photo, doubt.replaced);
                setDoubt(undefined);
              }}
            >
              Usarla así
            </Action>
            <Shutter
              label="Tomar otra vez"
              isWide
              onTaken={(file) => void read(file, doubt.photo.kind, doubt.replaced)}
            />
          </div>
        </Dialog>
      )}
      {opened && (
        <Dialog title={EVIDENCE_KINDS[opened.kind]} action={<Action onClick={close}>Cerrar</Action>} onClose={close}>
          <BlobImage className={styles['picture']} blob={opened.blob} alt={`Foto: ${EVIDENCE_KINDS[opened.kind]}`} />
          {kinds.length > 1 && (
            <Chips
              label="De qué es la foto"
              options={kinds.map((kind) => ({ value: kind, label: EVIDENCE_KINDS[kind] }))}
              pressed={[opened.kind]}
              onPress={(kind) =>
                onChange((all) => all.map((each) => (each.id === opened.id ? { ...each, kind } : each)))
              }
            />
          )}
          <div className={styles['choices']}>
            <Action
              tone="danger"
              onClick={() => {
                onChange((all) => all.filter(({ id }) => id !== opened.id));
                close();
              }}
            >
              Quitar
            </Action>
            <Shutter label="Repetir foto" isWide onTaken={(file) => void read(file, opened.kind, opened.id)} />
          </div>
        </Dialog>
      )}
    </Section>
  );
}

/** A picture from the gallery is older than its visit. Some browsers report no time. */
const fileTime = ({ lastModified }: File): string | undefined =>
  lastModified > 0 ? new Date(lastModified).toISOString() : undefined;

/** A photo that shows nothing, until the courier decides about it. */
interface Doubt {
  photo: FormPhoto;
  replaced: string | undefined;
  mark: PictureMark;
}

interface ShutterProps {
  label: string;
  isMissing?: boolean;
  isWide?: boolean;
  onTaken: (file: File) => void;
}

/** Opens the camera. */
export function Shutter({ label, isMissing = false, isWide = false, onTaken }: ShutterProps) {
  return (
    <label
      className={classes(isWide ? styles['wide'] : styles['tile'], styles['shutter'], isMissing && styles['missing'])}
    >
      <input
        className="visually-hidden"
        type="file"
        // Without HEIC an iPhone sends JPEG.
        accept={PHOTO_TYPES.join(',')}
        capture="environment"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // So that the same file can be chosen again.
          target.value = '';
          if (file) onTaken(file);
        }}
      />
      <Camera size={isWide ? 20 : 28} aria-hidden="true" />
      {label}
    </label>
  );
}
