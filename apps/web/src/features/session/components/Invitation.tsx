import { providerOperations } from '@despacho/contracts';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { call } from '#shared/http/call.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import plain from '#shared/ui/PlainPage/PlainPage.module.css';
import { PlainWords } from '#shared/ui/PlainPage/PlainWords.tsx';
import { secretIn } from '../rules/reset-link.ts';
import { redirectToProvider } from '../state/pending-authorization.ts';
import { signOut, useIsSignedIn } from '../state/session.ts';
import { lastSessionView } from '../state/session-store.ts';
import { VoidLink } from './VoidLink.tsx';

const start = async (invitation: string) =>
  (await call(providerOperations['provider.start'], { body: { invitation }, held: false })).provider;

/** The page of an invitation to link the company's account. @param fragment of the address, with the secret. */
export function Invitation({ fragment }: { fragment: string }) {
  const secret = secretIn(fragment);
  const isSignedIn = useIsSignedIn();
  const [found, setFound] = useState<Awaited<ReturnType<typeof start>>>();
  const isRead = useRef(false);

  const { isBusy, failure, run } = useTask(async (invitation: string) => {
    if (isSignedIn) return signOut();
    // Again, because what was begun when the page opened may have expired.
    const provider = await start(invitation);
    setFound(provider);
    if (provider) redirectToProvider(provider.url, { purpose: 'invitation' });
    return undefined;
  });
  useEffect(() => {
    if (secret === undefined || isSignedIn || isRead.current) return;
    isRead.current = true;
    // If this fails, so does the button, which says why.
    start(secret).then(setFound, () => undefined);
  }, [secret, isSignedIn]);
  if (secret === undefined || found === null) return <VoidLink title="Este enlace ya no sirve, o está incompleto" />;
  return (
    <>
      {isSignedIn ? (
        <PlainWords title="En este navegador ya ingresó alguien">
          <p>
            Está abierta la sesión de <strong>{lastSessionView()?.user}</strong>. Para usar la invitación hay que
            cerrarla; lo que no guardó se pierde.
          </p>
        </PlainWords>
      ) : (
        <PlainWords title="Ingrese con la cuenta de su empresa">
          <p>
            Al continuar se abre la página de su empresa. Ingrese allí como siempre; después vuelve a Despacho, y desde
            entonces ingresa con esa cuenta.
          </p>
          <p>
            El enlace es solo para {found?.user === undefined ? 'usted' : <strong>{found.user}</strong>} y sirve una
            vez.
          </p>
        </PlainWords>
      )}
      <FailureAlert error={failure} />
      <div className={plain['actions']}>
        <Button variant="primary" loading={isBusy} onClick={() => void run(secret)}>
          {isSignedIn ? 'Salir y continuar' : 'Continuar con la cuenta de su empresa'}
        </Button>
        {isSignedIn && <Link to={paths.root}>Seguir sin salir</Link>}
      </div>
    </>
  );
}
