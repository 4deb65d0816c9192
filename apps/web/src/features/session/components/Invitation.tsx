import { providerOperations, RESET_MINUTES } from '@despacho/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { call } from '#shared/http/call.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import plain from '#shared/ui/PlainPage/PlainPage.module.css';
import { secretIn } from '../rules/reset-link.ts';
import { redirectToProvider } from '../state/pending-authorization.ts';

/** The page of an invitation to link the company's account. @param fragment of the address, with the secret. */
export function Invitation({ fragment }: { fragment: string }) {
  const secret = secretIn(fragment);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [isVoid, setVoid] = useState(secret === undefined);

  const go = async (invitation: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { provider } = await call(providerOperations['provider.start'], { body: { invitation }, held: false });
      if (provider) redirectToProvider(provider.url, { purpose: 'invitation' });
      else setVoid(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  if (isVoid || secret === undefined)
    return (
      <div className={plain['words']} role="alert">
        <h1 className={plain['title']}>Este enlace ya no sirve, o está incompleto</h1>
        <p>
          Sirve una sola vez y durante {RESET_MINUTES} minutos. Ábralo otra vez desde el mensaje que recibió, o pida uno
          nuevo a quien se lo envió.
        </p>
        <p>
          <Link to={paths.login}>Ir al ingreso</Link>
        </p>
      </div>
    );
  return (
    <>
      <div className={plain['words']}>
        <h1 className={plain['title']}>Ingrese con la cuenta de su empresa</h1>
        <p>
          Al continuar se abre la página de su empresa. Ingrese allí como siempre; después vuelve a Despacho, y desde
          entonces entra con esa cuenta.
        </p>
        <p>El enlace es solo para usted y sirve una vez.</p>
      </div>
      <FailureAlert error={failure} />
      <Button variant="primary" loading={busy} onClick={() => void go(secret)}>
        Continuar con la cuenta de su empresa
      </Button>
    </>
  );
}
