import { type NewGuestLink } from '@despacho/contracts/dispatch';
import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { canShare, share } from '#shared/browser/share.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { addressOfGuestLink, subjectText } from '../rules/guest-link.ts';
import styles from './ShareWindow.module.css';

interface Props {
  made: NewGuestLink;
  timeZone: string;
  today: string;
}

/** The address of a link that was just created: it cannot be read again. */
export function NewLink({ made: { fragment, link }, timeZone, today }: Props) {
  const address = addressOfGuestLink(fragment, document.baseURI);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await copyText(address, 'Enlace copiado', 'No se pudo copiar; selecciónelo y cópielo')) setCopied(true);
  };
  return (
    <section className={styles['made']} aria-label="Enlace nuevo">
      <p>
        <strong>{subjectText(link, today)}</strong> · vence el {formatDateTime(link.expiresAt, timeZone)}
      </p>
      <div className={styles['address']}>
        <input
          ref={focusOnMount}
          readOnly
          aria-label="Dirección del enlace"
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {canCopy() && (
          <Button variant="primary" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
            {isCopied ? 'Copiado' : 'Copiar enlace'}
          </Button>
        )}
        {canShare() && (
          <Button
            icon={<Share2 size={16} aria-hidden="true" />}
            onClick={() => share({ title: 'Constancia de entrega', url: address })}
          >
            Enviar
          </Button>
        )}
      </div>
      <p className={styles['muted']}>Cópielo ahora: no se puede volver a ver. Si lo pierde, anúlelo y cree otro.</p>
    </section>
  );
}
