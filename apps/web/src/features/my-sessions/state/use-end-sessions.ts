import { type OwnSession, sessionOperations } from '@despacho/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { call } from '#shared/http/call.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { focusLater } from '#shared/hooks/focus-first-field.ts';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { announce } from '#shared/hooks/announce.ts';
import { sessionsQuery } from '../api/sessions-query.ts';
import { endedText } from '../rules/ended-text.ts';

/** Key of «Terminar las demás» in the set of sessions being ended. */
export const OTHERS = 'others';

async function endOne({ id, device }: OwnSession): Promise<string> {
  try {
    await call(sessionOperations['sessions.end'], { params: { id }, expects: 404 });
  } catch (error) {
    // Already expired or ended elsewhere, which has the same result.
    if (!(error instanceof HttpFailure && error.status === 404)) throw error;
  }
  return `Se cerró la sesión de ${device}`;
}

async function endAllOthers(): Promise<string> {
  const { ended } = await call(sessionOperations['sessions.endOthers']);
  return endedText(ended);
}

/** Ends sessions after a confirmation. A session stays listed until the gateway confirms its end. */
export function useEndSessions() {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<unknown>();
  // A ref, because state updates too late for the second click of a double click.
  const inProgress = useRef(new Set<string>());

  const run = async (what: string, question: Parameters<typeof confirm>[0], end: () => Promise<string>) => {
    if (inProgress.current.has(what)) return;
    inProgress.current.add(what);
    try {
      if (!(await confirm({ ...question, danger: true }))) return;
      setBusy(new Set(inProgress.current));
      setFailure(undefined);
      try {
        announce(await end());
      } catch (error) {
        setFailure(error);
      }
      await client.invalidateQueries(sessionsQuery);
      // The pressed button is gone with its session.
      focusLater(MAIN_ID);
    } finally {
      inProgress.current.delete(what);
      setBusy(new Set(inProgress.current));
    }
  };

  return {
    busy,
    failure,
    endOne: (session: OwnSession) =>
      void run(
        session.id,
        {
          title: `¿Cerrar la sesión de ${session.device}?`,
          text: 'Quien la esté usando tendrá que ingresar otra vez.',
          confirmLabel: 'Cerrar esa sesión',
        },
        () => endOne(session),
      ),
    endOthers: (count: number) =>
      void run(
        OTHERS,
        {
          title: count === 1 ? '¿Cerrar la otra sesión?' : `¿Cerrar las otras ${count} sesiones?`,
          text: 'Solo queda abierta la de este equipo.',
          confirmLabel: count === 1 ? 'Cerrar la otra' : `Cerrar las otras ${count}`,
        },
        endAllOthers,
      ),
  };
}
