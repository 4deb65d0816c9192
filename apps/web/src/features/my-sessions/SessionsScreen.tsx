import { type OwnSession } from '@despacho/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import { failureSentences } from '#shared/format/failure-text.ts';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { providerQuery } from '#features/session/api/provider.ts';
import { CompanyAccount } from '#features/session/components/CompanyAccount.tsx';
import { OwnPassword } from '#features/session/components/OwnPassword.tsx';
import { SecondFactor } from '#features/session/components/SecondFactor.tsx';
import { useTimeZone } from '#features/session/state/use-time-zone.ts';
import { sessionsQuery } from './api/sessions-query.ts';
import { SessionItem } from './components/SessionItem.tsx';
import { inOrder } from './rules/in-order.ts';
import styles from './SessionsScreen.module.css';
import { OTHERS, useEndSessions } from './state/use-end-sessions.ts';

/** The user's own sessions on all devices, with ways to end them. */
export function Component() {
  const query = useQuery(sessionsQuery);
  useReportFirstRows(!query.isPending);
  if (query.data) return <Sessions sessions={inOrder(query.data)} stale={query.isError} />;
  if (query.isError) return <QueryError query={query} />;
  return <Skeletons label="Cargando sus sesiones" count={2} height={84} className={styles['page']} />;
}

function Sessions({ sessions, stale }: { sessions: readonly OwnSession[]; stale: boolean }) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const { busy, failure, endOne, endOthers } = useEndSessions();
  const others = sessions.filter(({ current }) => !current).length;
  const wasLinked = (useLocation() as { state: { linked?: boolean } | null }).state?.linked === true;
  const link = useQuery({ ...providerQuery, enabled: wasLinked });
  return (
    <div className={styles['page']}>
      {wasLinked && typeof link.data?.since === 'string' && (
        <p role="status" className={styles['done']}>
          Listo: su cuenta quedó vinculada. Desde ahora puede ingresar con la cuenta de su empresa.
        </p>
      )}
      <div className={styles['head']}>
        <p className={styles['lead']}>
          {others === 0
            ? 'Su cuenta no está abierta en ningún otro equipo.'
            : 'Su cuenta está abierta en estos equipos. Si no reconoce alguno, ciérrelo y cambie su contraseña.'}
        </p>
        {others > 0 && (
          <Button loading={busy.has(OTHERS)} onClick={() => endOthers(others)}>
            {others === 1 ? 'Cerrar la otra' : `Cerrar las otras ${others}`}
          </Button>
        )}
      </div>
      <Alert className={styles['failure']}>{failure !== undefined && failureSentences(failure)}</Alert>
      <Card title="Sesiones abiertas" note={stale && 'No se pudo actualizar'}>
        <ul aria-label="Sesiones abiertas">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              timeZone={timeZone}
              busy={busy.has(session.id)}
              onEnd={endOne}
            />
          ))}
        </ul>
      </Card>
      <OwnPassword onChanged={() => void client.invalidateQueries(sessionsQuery)} />
      <SecondFactor onChanged={() => void client.invalidateQueries(sessionsQuery)} />
      <CompanyAccount onChanged={() => void client.invalidateQueries(sessionsQuery)} />
    </div>
  );
}
