import {
  type GuestLink,
  GUEST_LINK_DAYS,
  type GuestLinkSubject,
  MAX_GUEST_LINKS,
  type NewGuestLink,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import { type ReactNode, useState } from 'react';
import { confirm } from '../../../shared/dialogs/confirm.ts';
import { failureText } from '../../../shared/format/failure-text.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { QueryError } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { SelectField } from '../../../shared/ui/SelectField/SelectField.tsx';
import { Skeletons } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { createGuestLink, guestLinksKey, guestLinksQuery, revokeGuestLink } from '../api/guest-links-query.ts';
import { DURATIONS, subjectText } from '../rules/guest-link.ts';
import { LinkItem } from './LinkItem.tsx';
import { NewLink } from './NewLink.tsx';
import styles from './ShareWindow.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  title: string;
  /** What the next link will show; undefined until it has been chosen. */
  subject: GuestLinkSubject | undefined;
  /** Fields that choose it. */
  children?: ReactNode;
  onClose: () => void;
}

/** Without a link that was just created, the first field: how long the next one is valid. */
const FOCUS = '[data-share-field]';

/** «Compartir constancia»: creates links for people without an account, and ends them. A secret exists only here. */
export function ShareWindow({ officeId, timeZone, title, subject, children, onClose }: Props) {
  const client = useQueryClient();
  const today = useToday(timeZone);
  const orderId = subject?.kind === 'order' ? subject.orderId : undefined;
  const query = useQuery(guestLinksQuery(officeId, orderId));
  const [days, setDays] = useState(String(GUEST_LINK_DAYS));
  const [made, setMade] = useState<NewGuestLink>();
  const reload = () => client.invalidateQueries({ queryKey: guestLinksKey(officeId) });
  const create = useMutation({
    mutationFn: (of: GuestLinkSubject) => createGuestLink(officeId, { subject: of, days: Number(days) }),
    onSuccess: (link) => {
      setMade(link);
      announce('Enlace creado');
      return reload();
    },
  });
  const revoke = useMutation({
    mutationFn: ({ id }: GuestLink) => revokeGuestLink(officeId, id),
    onSuccess: (_, { id }) => {
      setMade((shown) => (shown?.link.id === id ? undefined : shown));
      announce('Enlace anulado');
    },
    // Somebody else may have ended it.
    onSettled: reload,
  });
  const ask = async (link: GuestLink): Promise<void> => {
    const sure = await confirm({
      title: `¿Anular el enlace de ${subjectText(link, today)}?`,
      text: 'Deja de mostrar algo al instante, también a quien ya lo abrió.',
      confirmLabel: 'Anular enlace',
      danger: true,
    });
    if (sure) revoke.mutate(link);
  };
  const links = query.data?.links ?? [];
  const error = create.error ?? revoke.error;
  return (
    <Window
      wide
      title={title}
      lead="Quien tenga el enlace ve, sin cuenta, el estado, la hora, quién recibió, las fotos y la firma. Nunca teléfonos, documentos, montos ni quién repartió; tampoco las fotos de «Guía o cargo», donde suelen leerse."
      focus={FOCUS}
      onDismiss={onClose}
    >
      {error && <Alert>{failureText(error)}</Alert>}
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (subject && !create.isPending) create.mutate(subject);
        }}
      >
        {children}
        <SelectField label="Sirve durante" value={days} options={DURATIONS} onChange={setDays} />
        <Button
          type="submit"
          variant="primary"
          data-share-field=""
          icon={<Link2 size={18} aria-hidden="true" />}
          loading={create.isPending}
          disabled={subject === undefined}
        >
          Crear enlace
        </Button>
      </form>
      {made && <NewLink key={made.link.id} made={made} timeZone={timeZone} today={today} />}
      <section className={styles['live']} aria-labelledby="guest-links">
        <div className={styles['head']}>
          <h3 id="guest-links">Enlaces vigentes</h3>
          {query.data && orderId === undefined && (
            <p className={styles['muted']}>
              {formatNumber(query.data.live)} de {formatNumber(MAX_GUEST_LINKS)}
            </p>
          )}
        </div>
        {query.isPending && <Skeletons label="Cargando los enlaces" count={2} height={64} className={styles['list']} />}
        {query.isLoadingError && <QueryError query={query} />}
        {query.data && links.length === 0 && (
          <p className={styles['muted']}>
            {orderId === undefined ? 'La oficina no tiene enlaces vigentes.' : 'Esta orden no tiene enlaces vigentes.'}
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
                busy={revoke.isPending && revoke.variables.id === link.id}
                onRevoke={() => void ask(link)}
              />
            ))}
          </ul>
        )}
      </section>
      <WindowFoot>
        <Button onClick={onClose}>Cerrar</Button>
      </WindowFoot>
    </Window>
  );
}
