import { providerOperations } from '@despacho/contracts';
import { call } from '#shared/http/call.ts';
import { writeStored } from '#shared/state/browser-storage.ts';
import { RETURN_PARAM, safeReturnPath } from '../rules/return-path.ts';
import { BLOCKED, leaveForProvider, openProviderTab } from './provider-journey.ts';

const WITHOUT_PROVIDER =
  'Con esta sucursal se ingresa con usuario y contraseña. Si su empresa usa su propia cuenta, revise la sucursal.';

const start = async (sucursal: string): Promise<string | null> => {
  const { provider } = await call(providerOperations['provider.start'], { body: { sucursal }, held: false });
  return provider?.url ?? null;
};

/**
 * Leaves for the provider of a branch; if the form is over a page, in another tab.
 * @returns what the user does now, in words; undefined if the page is being left.
 * @throws HttpFailure if the address of the provider cannot be requested.
 */
export async function enterWithCompany(sucursal: string, isOver: boolean): Promise<string | undefined> {
  if (isOver) {
    const opened = await openProviderTab(() => start(sucursal));
    return { open: 'Ingrese en la otra pestaña. Después siga en esta.', blocked: BLOCKED, none: WITHOUT_PROVIDER }[
      opened
    ];
  }
  const url = await start(sucursal);
  if (url === null) return WITHOUT_PROVIDER;
  writeStored(sucursal, 'despacho.sucursal');
  leaveForProvider(url, {
    what: 'sign-in',
    back: safeReturnPath(new URLSearchParams(location.search).get(RETURN_PARAM)),
  });
  return undefined;
}
