import { type Operation, sessionOperations } from '@despacho/contracts';
import { type FailureReport } from '#shared/http/on-failure.ts';

/** The reaction of the error catalogue to a failure, in addition to rejecting the call. */
type Reaction = { do: 'sign-in' } | { do: 'pop-up'; text: string } | { do: 'log' } | { do: 'nothing' };

type Report = Pick<FailureReport, 'operation' | 'background' | 'logged'> & {
  failure: Pick<FailureReport['failure'], 'status' | 'statusText' | 'kind'>;
};

/** For these, a 401 is an expected response. */
const ABOUT_SESSION = new Set<Operation>([
  sessionOperations['session.read'],
  sessionOperations['session.login'],
  sessionOperations['session.logout'],
]);

/**
 * The error catalogue (specification, section 8): 404 and 504 of a foreground call open the pop-up, 401 leads to the
 * login, only the caller handles 400 and 500, and everything else is logged, as are all failures of a `logged` call.
 */
export function failureReaction({
  failure: { status, statusText, kind },
  operation,
  background,
  logged,
}: Report): Reaction {
  if (status === 401) return ABOUT_SESSION.has(operation) ? { do: 'nothing' } : { do: 'sign-in' };
  // The screen itself shows this.
  if (logged || kind === 'office-unknown') return { do: 'log' };
  switch (status) {
    case 404:
      return background ? { do: 'log' } : { do: 'pop-up', text: 'No encontrado' };
    case 504:
      return background ? { do: 'log' } : { do: 'pop-up', text: statusText };
    case 400:
    case 500:
      return { do: 'nothing' };
    default:
      return { do: 'log' };
  }
}
