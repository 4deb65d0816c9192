import { providerOperations } from '@despacho/contracts';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { call } from '#shared/http/call.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import plain from '#shared/ui/PlainPage/PlainPage.module.css';
import { PlainWords } from '#shared/ui/PlainPage/PlainWords.tsx';
import { Invitation } from './components/Invitation.tsx';
import { firstSection } from './rules/first-section.ts';
import { factorStage } from './rules/login-failure-text.ts';
import { modulesOf, personOf } from './rules/person.ts';
import { providerAnswer, type ProviderAnswer } from './rules/provider-answer.ts';
import { withReturnPath } from './rules/return-path.ts';
import {
  clearPendingAuthorization,
  type PendingAuthorization,
  readPendingAuthorization,
} from './state/pending-authorization.ts';
import { completeSignIn, currentSession, prepareSignIn, rereadSession } from './state/session.ts';
import { sessionState } from './state/session-store.ts';
import { setReauthenticate } from './state/stored.ts';
import { notifyTabs } from './state/tabs.ts';
import { useFragment } from './state/use-fragment.ts';

// Runs first, so that no request or history entry contains the code or the secret of an invitation.
history.replaceState(history.state, '', location.pathname);

/** States of responses that this document has sent. Each works once. */
const sent = new Set<string>();

/** Fetches the csrf token if there is no session. @throws HttpFailure on an outage. */
export async function loader(): Promise<null> {
  if (!(await currentSession())) await prepareSignIn();
  return null;
}

/**
 * The page at the redirect URI of the company's identity provider, and of invitations. The router still has the query and
 * fragment that were removed from the address.
 */
export function Component() {
  const { search } = useLocation();
  const fragment = useFragment();
  const [answer] = useState(() => providerAnswer(search));
  const [isNew] = useState(() => answer !== undefined && !sent.has(answer.state));
  return (
    <main className={plain['page']}>
      <title>Cuenta de su empresa · Despacho</title>
      <Logo />
      {fragment !== '' ? (
        <Invitation key={fragment} fragment={fragment} />
      ) : answer && isNew ? (
        <Finish answer={answer} />
      ) : (
        <Nothing />
      )}
    </main>
  );
}

/** Shown after a reload, or if the page was not opened by the provider. */
function Nothing() {
  const state = sessionState();
  const back = readPendingAuthorization()?.returnTo;
  return state.status === 'in' ? (
    <>
      <PlainWords role="status" title="Ya ingresó">
        <p>Aquí no falta nada. Puede seguir en Despacho.</p>
      </PlainWords>
      <Link className={plain['go']} to={back ?? firstSection(modulesOf(state.view))}>
        Ir a Despacho
      </Link>
    </>
  ) : (
    <>
      <PlainWords role="status" title="Empiece otra vez">
        <p>
          Esta página solo sirve al volver de la página de su empresa, y una sola vez. Si recibió un enlace, ábralo otra
          vez.
        </p>
      </PlainWords>
      <Link className={plain['go']} to={withReturnPath(paths.login, back)}>
        Ir al ingreso
      </Link>
    </>
  );
}

/** Title of a failure, what to do, and the label of the link to start again. */
const FAILED: Readonly<Record<PendingAuthorization['purpose'], { title: string; advice?: string; again?: string }>> = {
  'sign-in': { title: 'No se pudo ingresar', again: 'Volver al ingreso' },
  link: { title: 'La cuenta no quedó vinculada', again: 'Volver a Mis sesiones' },
  invitation: {
    title: 'La cuenta no quedó vinculada',
    advice: 'Abra otra vez el enlace que recibió. Si ya no sirve, pida uno nuevo a quien se lo envió.',
  },
  tab: {
    title: 'No se pudo confirmar que es usted',
    advice: 'Vuelva a la otra pestaña: lo que escribió sigue allí, y puede intentarlo otra vez. Esta se puede cerrar.',
  },
};

const DENIED = 'La página de su empresa no dio el acceso, o usted lo canceló.';

/** Whether the gateway may not have received the request, so that a retry may work. */
const mayWorkAgain = (error: unknown): boolean =>
  !(error instanceof HttpFailure) || error.status === 0 || error.status >= 500;

/** Sends the provider's answer to the gateway, and returns to the page from before. */
function Finish({ answer }: { answer: ProviderAnswer }) {
  const navigate = useNavigate();
  const [pending] = useState(readPendingAuthorization);
  const [isElsewhere, setElsewhere] = useState(false);

  const send = async (): Promise<void> => {
    const { done, session } = await call(providerOperations['provider.finish'], {
      body: answer,
      expects: 401,
      held: false,
    });
    const before = sessionState();
    const isSame = before.status === 'in' && personOf(before.view) === personOf(session);
    if (done === 'signed-in' || !isSame) completeSignIn(session, session.sucursal);
    if (done === 'proved') notifyTabs({ type: 'proved', person: personOf(session) });
    clearPendingAuthorization();
    setReauthenticate(false);
    if (done === 'proved' || pending?.purpose === 'tab') setElsewhere(true);
    else if (done === 'linked') await navigate(paths.sessions, { replace: true, state: { linked: true } });
    else await navigate(pending?.returnTo ?? firstSection(modulesOf(session)), { replace: true });
  };
  const { failure, run } = useTask(async () => {
    try {
      await send();
    } catch (error) {
      const isStage = factorStage(error) !== undefined;
      // The same account would be refused again.
      setReauthenticate(!isStage);
      if (!isStage) throw error;
      // The sign-in page continues with the second factor.
      await rereadSession().catch(() => undefined);
      await navigate(withReturnPath(paths.login, pending?.returnTo), { replace: true });
    }
  });
  useEffect(() => {
    if (sent.has(answer.state)) return;
    sent.add(answer.state);
    void run();
  });

  if (isElsewhere)
    return (
      <PlainWords role="status" title="Listo">
        <p>Vuelva a la otra pestaña, que sigue sola. Esta se puede cerrar.</p>
      </PlainWords>
    );
  if (failure === undefined)
    return (
      <PlainWords role="status" title="Un momento…">
        <p>Se comprueba la respuesta de la página de su empresa.</p>
      </PlainWords>
    );
  const { title, advice, again } = FAILED[pending?.purpose ?? 'sign-in'];
  return (
    <>
      <PlainWords role="alert" title={title}>
        <p>{answer.error === 'access_denied' && !mayWorkAgain(failure) ? DENIED : failureText(failure)}</p>
        {advice !== undefined && <p>{advice}</p>}
      </PlainWords>
      <div className={plain['actions']}>
        {mayWorkAgain(failure) && (
          <Button variant="primary" onClick={() => void run()}>
            Reintentar
          </Button>
        )}
        {again !== undefined && (
          <Link
            className={mayWorkAgain(failure) ? undefined : plain['go']}
            to={pending?.purpose === 'link' ? paths.sessions : withReturnPath(paths.login, pending?.returnTo)}
          >
            {again}
          </Link>
        )}
      </div>
    </>
  );
}
