import { Failure } from '#problems/failure.ts';
import { ProviderUnreachable } from '#upstream/provider-fetch.ts';

/** The same message for every refusal, so that it does not help to guess. */
const REFUSED =
  'No se pudo confirmar quién es con la cuenta de su empresa. Si allí ingresó con otra cuenta, inténtelo de nuevo con la suya; si nunca la usó en Despacho, pida una invitación a una persona con cargo S';
const UNREACHABLE =
  'La página de ingreso de su empresa no responde ahora. Intente de nuevo en unos minutos, o avise a quien administra el sistema';

/** @returns the refusal of an authorization response. @param note for the log. */
export const refusedProvider = (note: string): Failure =>
  new Failure('unprocessable', { detail: REFUSED, note, event: 'provider.refused' });

/** @returns the failure for a provider that does not answer. @param note for the log. */
export const providerDown = (note: string): Failure =>
  new Failure('unavailable', { detail: UNREACHABLE, note, fault: 'identity-provider' });

/**
 * @param work a call of a provider's client. @param refusal creates the failure for anything but an outage.
 * @returns the result of the call. @throws Failure `unavailable` if the provider does not answer, or the refusal.
 */
export async function callProvider<T>(work: Promise<T>, refusal: (note: string) => Failure): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    // openid-client wraps the errors of calls.
    const down = [error, error.cause].find((one) => one instanceof ProviderUnreachable);
    const why = down?.message ?? error.code ?? 'a claim is not acceptable';
    throw (down ? providerDown : refusal)(`identity provider: ${why}`);
  }
}
