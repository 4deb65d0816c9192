import { providerOperations } from '@despacho/contracts';
import { call } from '#shared/http/call.ts';
import { writeStored } from '#shared/state/browser-storage.ts';
import { RETURN_PARAM, safeReturnPath } from '../rules/return-path.ts';
import { BLOCKED, redirectToProvider, openProviderTab } from './pending-authorization.ts';
import { mustReauthenticate } from './stored.ts';

const WITHOUT_PROVIDER =
  'Con esta sucursal se ingresa con usuario y contraseña. Si su empresa usa su propia cuenta, revise la sucursal.';

const start = async (sucursal: string): Promise<string | null> => {
  const body = { sucursal, ...(mustReauthenticate() && { reauthenticate: true as const }) };
  const { provider } = await call(providerOperations['provider.start'], { body, held: false });
  return provider?.url ?? null;
};

/**
 * Opens the provider of a branch, in a new tab if the form is over a page.
 * @returns the message to show; undefined if the browser is leaving the page.
 * @throws HttpFailure if the provider's URL cannot be requested.
 */
export async function startProviderSignIn(sucursal: string, isOver: boolean): Promise<string | undefined> {
  if (isOver) {
    const opened = await openProviderTab(() => start(sucursal));
    return { open: 'Ingrese en la otra pestaña. Después siga en esta.', blocked: BLOCKED, none: WITHOUT_PROVIDER }[
      opened
    ];
  }
  const url = await start(sucursal);
  if (url === null) return WITHOUT_PROVIDER;
  writeStored(sucursal, 'despacho.sucursal');
  redirectToProvider(url, {
    purpose: 'sign-in',
    returnTo: safeReturnPath(new URLSearchParams(location.search).get(RETURN_PARAM)),
  });
  return undefined;
}
