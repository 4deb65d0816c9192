import { Failure } from '#problems/failure.ts';
import { unreachableIn } from '#upstream/provider-fetch.ts';

/** The same message for every refusal, so that it does not help to guess. */
const REFUSED =
  'No se pudo confirmar quién es con la cuenta de su empresa. Si allí entró con otra cuenta, vuelva a intentar con la suya; si nunca la usó en Despacho, pida una invitación a una persona con cargo S';
const UNREACHABLE =
  'El ingreso de su empresa no responde ahora. Intente de nuevo en unos minutos, o avise a quien administra el sistema';

/** @returns the refusal of an authorization response. @param note for the log. */
export const refusedProvider = (note: string): Failure =>
  new Failure('unprocessable', { detail: REFUSED, note, event: 'provider.refused' });

/** @returns the failure for a provider that does not answer. @param note for the log. */
export const providerDown = (note: string): Failure =>
  new Failure('unavailable', { detail: UNREACHABLE, note, fault: 'identity-provider' });

/**
 * Converts errors of a provider's client to failures.
 * @param work a call of the client. @param refusal creates the failure for anything but an outage.
 * @returns the result of the call. @throws Failure `unavailable` if the provider does not answer, or the refusal.
 */
export async function callProvider<T>(
  work: Promise<T>,
  refusal: (note: string) => Failure = refusedProvider,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const down = unreachableIn(error);
    if (down) throw providerDown(`identity provider: ${down.message}`);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw refusal(`identity provider: ${typeof code === 'string' ? code : 'a claim is not acceptable'}`);
  }
}
