import { RESET_MINUTES } from '@despacho/contracts';
import { type NewPasswordLink } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { useTimeZone } from '../state/use-time-zone.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { announce } from '#shared/hooks/announce.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { createPasswordLink } from '../api/password-link.ts';
import { inviteToProvider } from '../api/provider.ts';
import { addressOfLink, type LinkUse, type PasswordLinkOf } from '../rules/reset-link.ts';
import styles from './PasswordLinkWindow.module.css';

const USES = {
  password: {
    title: 'Enlace de contraseña para',
    does: 'elige una contraseña nueva,',
    create: createPasswordLink,
  },
  provider: {
    title: 'Invitación con la cuenta de la empresa para',
    does: 'vincula su cuenta de la empresa con la de esta persona, y desde entonces ingresa con ella. Sirve',
    create: inviteToProvider,
  },
} as const satisfies Record<LinkUse, object>;

/**
 * Creates a link with which a person chooses a password, or links the company's account. Its secret exists only here.
 * Not loaded before it is opened: use `PasswordLinkButton`, or import it lazily from a menu.
 */
export default function PasswordLinkWindow({
  use = 'password',
  officeId,
  person,
  onClose,
}: PasswordLinkOf & { use?: LinkUse; onClose: () => void }) {
  const timeZone = useTimeZone();
  const { title, does, create: createLink } = USES[use];
  const [link, setLink] = useState<NewPasswordLink>();
  // A second link would void the first one.
  const { isBusy, failure, run } = useTask(async () => {
    setLink(await createLink(officeId, person.id));
    announce('Enlace creado');
  });
  return (
    <Window
      title={`${title} ${person.name}`}
      lead={`Quien lo abra ${does} una sola vez y en los próximos ${RESET_MINUTES} minutos. Envíelo solo a esa persona. Hasta que lo use, nada cambia; un enlace anterior deja de servir.`}
      onDismiss={onClose}
    >
      <div className="stack-3">
        <FailureAlert error={failure} />
        {link && <Made use={use} link={link} timeZone={timeZone} />}
      </div>
      <WindowFoot>
        <Button onClick={onClose}>{link ? 'Cerrar' : 'Cancelar'}</Button>
        {!link && (
          <Button variant="primary" loading={isBusy} onClick={() => void run()}>
            Crear enlace
          </Button>
        )}
      </WindowFoot>
    </Window>
  );
}

function Made({ use, link, timeZone }: { use: LinkUse; link: NewPasswordLink; timeZone: string }) {
  const address = addressOfLink(use, link.fragment, document.baseURI);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await copyText(address, 'Enlace copiado', 'No se pudo copiar; selecciónelo y cópielo')) setCopied(true);
  };
  return (
    <>
      <div className={styles['address']}>
        <input
          ref={focusOnMount}
          readOnly
          aria-label="Dirección del enlace"
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {canCopy() && (
          <Button variant="primary" onClick={() => void copy()}>
            {isCopied ? 'Copiado' : 'Copiar enlace'}
          </Button>
        )}
      </div>
      <p className="note">
        Para {link.username}, hasta el {formatDateTime(link.expiresAt, timeZone)}. No se puede volver a ver.
      </p>
    </>
  );
}
