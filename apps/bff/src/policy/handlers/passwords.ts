import { passwordVerdict } from '@despacho/contracts';
import { PASSWORD_CALLS, passwordOutcome } from '@despacho/contracts/password-calls';
import { Failure } from '#problems/failure.ts';
import { clientAddress } from '#session/client-address.ts';
import { isSignedIn } from '#session/record.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutAccount, askInAttempt, type AccountNeeds } from '../proxy/account-calls.ts';
import { accountWithToken, settleChange } from './own-account.ts';
import { refusedPassword, WRONG_CURRENT, wrongCurrent } from './refused-password.ts';

/** The same message for an invented, expired, replaced or used link. */
const VOID = 'Este enlace ya no sirve: venció, se usó o está incompleto. Pida uno nuevo a quien se lo envió.';

/** Judges a password for the meter of a form. Every call counts towards the address's maximum. */
export async function judgePassword(
  call: Call<'passwords.check', AccountNeeds | 'passwords'>,
): Promise<Answer<'passwords.check'>> {
  const { req, body, services } = call;
  await services.passwords.check.begin(clientAddress(req));
  const { live } = req.session;
  const person = live && isSignedIn(live) ? live.record.person : undefined;
  const named = {
    sucursal: person?.officeId ?? body.sucursal ?? '',
    username: person?.username ?? body.username ?? '',
  };
  return askAboutAccount(call, PASSWORD_CALLS.check, { password: body.password, ...named }, passwordVerdict);
}

/**
 * Changes the user's own password, and ends their other sessions. The current password is proved, and a wrong one counted,
 * as at a sign-in.
 */
export async function changeOwnPassword(
  call: Call<'passwords.change', AccountNeeds | 'logins' | 'security' | 'sessions'>,
): Promise<Answer<'passwords.change'>> {
  const { req, body, services } = call;
  const { person } = signedIn(req).record;
  // The spelling of the sign-in, so that both count together.
  const names = { sucursal: person.sucursal, username: person.username, password: '' };
  const attempt = await services.logins.begin(names, clientAddress(req));
  const change = { ...accountWithToken(call), current: body.current, password: body.password, temporary: false };
  const done = await askInAttempt(attempt, call, PASSWORD_CALLS.change, change, passwordOutcome);
  if (done.outcome === 'wrong') throw wrongCurrent({ log: { account: attempt.account } });
  if (done.outcome !== 'changed') {
    await attempt.takeBack();
    throw refusedPassword(done.outcome === 'refused' ? done.message : WRONG_CURRENT, 'password');
  }
  await attempt.succeeded(person.username);
  return { ended: await settleChange(call, 'password.changed') };
}

/** Sets a password with a link. Refused links count towards the address's maximum; a refused password does not. */
export async function resetPassword(
  call: Call<'passwords.reset', AccountNeeds | 'passwords' | 'security' | 'logins'>,
): Promise<Answer<'passwords.reset'>> {
  const { req, body, services } = call;
  const ip = clientAddress(req);
  const attempt = await services.passwords.link.begin(ip);
  const done = await askInAttempt(attempt, call, PASSWORD_CALLS.reset, body, passwordOutcome);
  if (done.outcome === 'void' || done.outcome === 'wrong')
    throw new Failure('expired', { detail: VOID, note: 'no such link', event: 'password.refused' });
  await attempt.takeBack();
  if (done.outcome === 'refused') throw refusedPassword(done.message, 'password');
  services.security.log('password.reset', {
    requestId: req.requestId,
    ip,
    account: services.logins.accountOf(done.officeId, done.username),
  });
  return null;
}
