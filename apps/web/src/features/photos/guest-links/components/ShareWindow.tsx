import {
  type GuestLink,
  GUEST_LINK_DAYS,
  type GuestLinkSubject,
  MAX_GUEST_LINKS,
  type NewGuestLink,
} from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { Field } from '#shared/ui/Field/Field.tsx';
import { FullScreen } from '#shared/ui/FullScreen/FullScreen.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import {
  createGuestLink,
  guestLinksKey,
  guestLinksQuery,
  historiesKey,
  revokeGuestLink,
} from '../api/guest-links-query.ts';
import { DURATIONS, subjectText } from '../rules/guest-link.ts';
import { LinkItem } from './LinkItem.tsx';
import { NewLink } from './NewLink.tsx';
import styles from './ShareWindow.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  title: string;
  /** The subject of the next link; undefined until it has been chosen. */
  subject: GuestLinkSubject | undefined;
  /** Fields that choose it. */
  children?: ReactNode;
  onClose: () => void;
}

/** The pending action, unless a link is being revoked. */
const CREATING = 'create';

/** «Compartir constancia»: creates links for people without an account, and ends them. A secret exists only here. */
export function ShareWindow({ officeId, timeZone, title, subject, children, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const today = useToday(timeZone);
  const orderId = subject?.kind === 'order' ? subject.orderId : undefined;
  const query = useQuery(guestLinksQuery(officeId, orderId));
  const [days, setDays] = useState(String(GUEST_LINK_DAYS));
  const [made, setMade] = useState<NewGuestLink>();
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  // Not a mutation, which would add a chunk to the sign-in page, as above.
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(name);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(undefined);
      // Also after a failure: somebody else may have ended a link.
      void client.invalidateQueries({ queryKey: guestLinksKey(officeId) });
      // Their history shows it.
      void client.invalidateQueries({ queryKey: historiesKey(officeId) });
    }
  };
  const create = (of: GuestLinkSubject) =>
    run(CREATING, async () => {
      setMade(await createGuestLink(officeId, { subject: of, days: Number(days) }));
      announce('Enlace creado');
    });
  const revoke = ({ id: linkId }: GuestLink) =>
    run(linkId, async () => {
      await revokeGuestLink(officeId, linkId);
      setMade((shown) => (shown?.link.id === linkId ? undefined : shown));
      announce('Enlace anulado');
    });
  const ask = async (link: GuestLink): Promise<void> => {
    const sure = await confirm({
      title: `¿Anular el enlace de ${subjectText(link, today)}?`,
      text: 'Deja de mostrar algo al instante, también a quien ya lo abrió.',
      confirmLabel: 'Anular enlace',
      danger: true,
    });
    if (sure) await revoke(link);
  };
  const links = query.data?.links ?? [];
  useTitle('window', title);
  return (
    // Not `Window`, which would add chunk names to the sign-in page: see login-budget.ts.
    <FullScreen
      className={styles['screen']}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      onDismiss={onClose}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div className={styles['window']}>
        <div className={styles['top']}>
          <h2 id={`${id}-title`}>{title}</h2>
          <IconButton
            variant="plain"
            label="Cerrar la ventana"
            icon={<X size={18} aria-hidden="true" />}
            onClick={onClose}
          />
        </div>
        <p id={`${id}-lead`} className={styles['muted']}>
          Quien tenga el enlace ve, sin cuenta, el estado, la hora, quién recibió, las fotos y la firma. Nunca
          teléfonos, documentos, montos ni quién repartió; tampoco las fotos de «Guía o cargo», donde suelen leerse.
        </p>
        {error !== undefined && (
          <div className={styles['failure']}>
            <Alert>{failureText(error)}</Alert>
          </div>
        )}
        <form
          className={styles['form']}
          onSubmit={(event) => {
            event.preventDefault();
            if (subject) void create(subject);
          }}
        >
          {children}
          <ChoiceField label="Sirve durante" value={days} options={DURATIONS} onChange={setDays} />
          <Button
            type="submit"
            variant="primary"
            icon={<Link2 size={18} aria-hidden="true" />}
            loading={busy === CREATING}
            disabled={subject === undefined}
          >
            Crear enlace
          </Button>
        </form>
        {made && <NewLink key={made.link.id} made={made} timeZone={timeZone} today={today} />}
        <section className="stack" aria-labelledby={`${id}-live`}>
          <div className={styles['head']}>
            <h3 id={`${id}-live`}>Enlaces vigentes</h3>
            {query.data && orderId === undefined && (
              <p className={styles['muted']}>
                {formatNumber(query.data.live)} de {formatNumber(MAX_GUEST_LINKS)}
              </p>
            )}
          </div>
          <QueryStates query={query} label="Cargando los enlaces" count={2} height={64} className={styles['list']} />
          {query.data && links.length === 0 && (
            <p className={styles['muted']}>
              {orderId === undefined
                ? 'La oficina no tiene enlaces vigentes.'
                : 'Esta orden no tiene enlaces vigentes.'}
            </p>
          )}
          {links.length > 0 && (
            <ul className={styles['list']}>
              {links.map((link) => (
                <LinkItem
                  key={link.id}
                  link={link}
                  timeZone={timeZone}
                  today={today}
                  named={orderId === undefined}
                  busy={busy === link.id}
                  onRevoke={() => void ask(link)}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
    </FullScreen>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** The browser's own list: it also works inside this dialog, and on a phone. */
export function ChoiceField({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
