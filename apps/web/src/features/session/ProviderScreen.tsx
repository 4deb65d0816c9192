import { providerOperations } from '@despacho/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { call } from '#shared/http/call.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import plain from '#shared/ui/PlainPage/PlainPage.module.css';
import { Invitation } from './components/Invitation.tsx';
import { firstSection } from './rules/first-section.ts';
import { factorStage } from './rules/login-failure-text.ts';
import { modulesOf, personOf } from './rules/person.ts';
import { providerAnswer, type ProviderAnswer } from './rules/provider-answer.ts';
import { withReturnPath } from './rules/return-path.ts';
import { forgetJourney, type Journey, readJourney } from './state/provider-journey.ts';
import { completeSignIn, currentSession, prepareSignIn, rereadSession } from './state/session.ts';
import { sessionState } from './state/session-store.ts';
import { notifyTabs } from './state/tabs.ts';

// Before anything else: no request and no entry of the history contains the code, or the secret of an invitation.
history.replaceState(history.state, '', location.pathname);

/** Answers of the provider that were sent from this document. Each works once. */
const sent = new Set<string>();

/** Fetches the csrf token without a session. @throws HttpFailure on an outage. */
export async function loader(): Promise<null> {
  if (!(await currentSession())) await prepareSignIn();
  return null;
}

/**
 * Where the company's identity provider sends the browser back to. The router still has what was removed from the address.
 */
export function Component() {
  const place = useLocation();
  const [hash, setHash] = useState(place.hash);
  // Another invitation that is opened in this tab differs only in its fragment.
  if (place.hash !== '' && place.hash !== hash) setHash(place.hash);
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, [place]);
  const [answer] = useState(() => providerAnswer(place.search));
  const [isNew] = useState(() => answer !== undefined && !sent.has(answer.state));
  return (
    <main className={plain['page']}>
      <title>Cuenta de su empresa · Despacho</title>
      <Logo />
      {hash !== '' ? (
        <Invitation key={hash} fragment={hash} />
      ) : answer && isNew ? (
        <Finish answer={answer} />
      ) : (
        <Nothing />
      )}
    </main>
  );
}

function Words({ title, role, children }: { title: string; role: 'status' | 'alert'; children: ReactNode }) {
  return (
    <div className={plain['words']} role={role}>
      <h1 className={plain['title']}>{title}</h1>
      {children}
    </div>
  );
}

/** The page was reloaded, or opened without coming from the provider. */
function Nothing() {
  const state = sessionState();
  return state.status === 'in' ? (
    <>
      <Words role="status" title="Ya ingresó">
        <p>Aquí no falta nada. Puede seguir en Despacho.</p>
      </Words>
      <Link className={plain['go']} to={readJourney()?.back ?? firstSection(modulesOf(state.view))}>
        Ir a Despacho
      </Link>
    </>
  ) : (
    <>
      <Words role="status" title="Empiece otra vez">
        <p>Esta página solo sirve al volver de la página de su empresa, y una sola vez. Si recibió un enlace, ábralo otra vez.</p>
      </Words>
      <Link className={plain['go']} to={withReturnPath(paths.login, readJourney()?.back)}>
        Ir al ingreso
      </Link>
    </>
  );
}

/** What did not work, what to do, and the label of the link to begin again. */
const FAILED: Readonly<Record<Journey['what'], { title: string; advice?: string; again?: string }>> = {
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

/** Whether the gateway may not have received it, so that sending it again may work. */
const mayWorkAgain = (error: unknown): boolean =>
  !(error instanceof HttpFailure) || error.status === 0 || error.status >= 500;

/** Sends the provider's answer to the gateway, and goes on where the person was. */
function Finish({ answer }: { answer: ProviderAnswer }) {
  const navigate = useNavigate();
  const begun = useRef(false);
  const [journey] = useState(readJourney);
  const [isElsewhere, setElsewhere] = useState(false);
  const [failure, setFailure] = useState<unknown>();

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
    forgetJourney();
    if (done === 'proved' || journey?.what === 'tab') setElsewhere(true);
    else if (done === 'linked') await navigate(paths.sessions, { replace: true, state: { linked: true } });
    else await navigate(journey?.back ?? firstSection(modulesOf(session)), { replace: true });
  };
  const finish = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await send();
    } catch (error) {
      if (!factorStage(error)) {
        setFailure(error);
        return;
      }
      // The sign-in page continues with the second factor.
      await rereadSession().catch(() => undefined);
      await navigate(withReturnPath(paths.login, journey?.back), { replace: true });
    }
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    sent.add(answer.state);
    void finish();
  });

  if (isElsewhere)
    return (
      <Words role="status" title="Listo">
        <p>Vuelva a la otra pestaña, que sigue sola. Esta se puede cerrar.</p>
      </Words>
    );
  if (failure === undefined)
    return (
      <Words role="status" title="Un momento…">
        <p>Se está comprobando lo que dijo la página de su empresa.</p>
      </Words>
    );
  const { title, advice, again } = FAILED[journey?.what ?? 'sign-in'];
  return (
    <>
      <Words role="alert" title={title}>
        <p>{answer.error === 'access_denied' && !mayWorkAgain(failure) ? DENIED : failureText(failure)}</p>
        {advice !== undefined && <p>{advice}</p>}
      </Words>
      <div className={plain['actions']}>
        {mayWorkAgain(failure) && (
          <Button variant="primary" onClick={() => void finish()}>
            Reintentar
          </Button>
        )}
        {again !== undefined && (
          <Link
            className={mayWorkAgain(failure) ? undefined : plain['go']}
            to={journey?.what === 'link' ? paths.sessions : withReturnPath(paths.login, journey?.back)}
          >
            {again}
          </Link>
        )}
      </div>
    </>
  );
}
