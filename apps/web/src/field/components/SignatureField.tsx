import { lazy, Suspense, useState } from 'react';
import { Action } from './Action.tsx';
import { BlobImage } from './BlobImage.tsx';
import { Dialog } from './Dialog.tsx';
import { Section } from './Section.tsx';
import styles from './SignatureField.module.css';

/** Downloaded when somebody signs. */
const SignaturePad = lazy(async () => ({ default: (await import('./SignaturePad.tsx')).SignaturePad }));

interface Props {
  signature: Blob | null;
  isRequired: boolean;
  /** Whether a visit that this one corrects has one already. */
  isThere: boolean;
  error: string | undefined;
  onChange: (signature: Blob | null) => void;
}

/** The signature of the person who receives the order, as a PNG. */
export function SignatureField({ signature, isRequired, isThere, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <Section title={isRequired ? 'Firma' : 'Firma (opcional)'} error={error}>
      {signature ? (
        <BlobImage className={styles['drawn']} blob={signature} alt="Firma" />
      ) : (
        isThere && <p>Ya hay una firma registrada.</p>
      )}
      <div className={styles['choices']}>
        <Action tone="plain" onClick={() => setOpen(true)}>
          {signature ? 'Firmar otra vez' : 'Firmar'}
        </Action>
        {signature && (
          <Action tone="plain" onClick={() => onChange(null)}>
            Quitar firma
          </Action>
        )}
      </div>
      {isOpen && (
        <Dialog title="Firme con el dedo" isFull onClose={close}>
          <Suspense fallback={<p role="status">Preparando la firma…</p>}>
            <SignaturePad
              onDone={(drawn) => {
                onChange(drawn);
                close();
              }}
              onCancel={close}
            />
          </Suspense>
        </Dialog>
      )}
    </Section>
  );
}
