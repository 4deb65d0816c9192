import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { countText } from '#shared/format/count-text.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { focusLater } from '#shared/hooks/focus-first-field.ts';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { chunk } from '#shared/http/chunk.ts';
import { paths } from '#shared/paths.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { factorQuery } from '../api/factor.ts';
import { providerQuery } from '../api/provider.ts';
import { areNoticesClosed, closeNotices, noticesQuery, seeNotices } from '../api/sign-in-notices.ts';
import { changeText } from '../rules/notice-texts.ts';
import { useSession } from '../state/session.ts';
import { useTimeZone } from '../state/use-time-zone.ts';
import styles from './SignInNotices.module.css';

const FactorWindow = lazy(chunk(() => import('./FactorWindow.tsx')));

/** Maximum of changes in full; others are only counted. */
const MAX_SHOWN = 3;

/**
 * Shows changes of how the user signs in, and the deadline for a required second factor. Below the screen, so that its
 * content does not move.
 */
export function SignInNotices() {
  const { endsAt } = useSession();
  const [closed, setClosed] = useState(() => (areNoticesClosed(endsAt) ? endsAt : undefined));
  const isOpen = closed !== endsAt;
  const { data } = useQuery({ ...noticesQuery(endsAt), enabled: isOpen });
  const asksForFactor = isOpen && typeof data?.setUpBy === 'string';
  const { data: provider } = useQuery({ ...providerQuery, enabled: asksForFactor });
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const [isSettingUp, setSettingUp] = useState(false);
  const [isSetUp, setSetUp] = useState(false);
  if (!isOpen || !data) return null;
  const { changes, setUpBy } = data;
  if (changes.length === 0 && setUpBy === null) return null;
  // Without a password it cannot be confirmed here; the first sign-in after that day sets it up.
  const waits = provider?.hasPassword === false;
  const close = (): void => {
    const [newest] = changes;
    // On failure they are shown again at the next sign-in, which does no harm.
    if (newest) seeNotices(newest.at).catch(() => undefined);
    closeNotices(endsAt);
    setClosed(endsAt);
    focusLater(MAIN_ID);
  };
  return (
    <section className={styles['notices']} aria-label="Avisos de su cuenta">
      <div className={styles['texts']}>
        {setUpBy !== null && (
          <p>
            Desde el <strong>{formatDateTime(setUpBy, timeZone)}</strong> necesitará un segundo paso para ingresar
            {waits ? '; lo activará al ingresar.' : '.'}
          </p>
        )}
        {changes.slice(0, MAX_SHOWN).map((change) => (
          <p key={`${change.kind} ${change.at}`}>{changeText(change, formatDateTime(change.at, timeZone))}</p>
        ))}
        {changes.length > 0 && (
          <p className="note">
            {changes.length > MAX_SHOWN &&
              `Y ${countText(changes.length - MAX_SHOWN, 'cambio anterior', 'cambios anteriores')}. `}
            Si no fue usted ni lo pidió, <Link to={paths.sessions}>revise sus sesiones</Link> y avise a su oficina.
          </p>
        )}
      </div>
      <div className="row">
        {setUpBy !== null && !waits && (
          <Button size="sm" variant="primary" onClick={() => setSettingUp(true)}>
            Activarlo ahora
          </Button>
        )}
        <Button size="sm" onClick={close}>
          {changes.length === 0 ? 'Más tarde' : 'Entendido'}
        </Button>
      </div>
      {isSettingUp && (
        <Suspense fallback={null}>
          <FactorWindow
            task="add"
            onDone={() => {
              setSetUp(true);
              return client.invalidateQueries(factorQuery);
            }}
            onClose={() => {
              setSettingUp(false);
              if (isSetUp) close();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
