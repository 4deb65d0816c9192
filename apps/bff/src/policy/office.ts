import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { signedIn } from '#session/signed-in.ts';

/** Only charge S may name an office other than their own (S9). */
export const checkOffice: RequestHandler = (req, _res, next) => {
  const { office } = req.matched.policy;
  if (office) {
    const named = (req.checked[office.in] as Record<string, unknown>)[office.name];
    const { officeId, charge } = signedIn(req).record.person;
    if (named !== undefined && named !== officeId && charge !== CHARGE_ALL_OFFICES) throw new Failure('other-office');
  }
  next();
};
