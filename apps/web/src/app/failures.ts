import { type FailureReport } from '../shared/http/on-failure.ts';

/** What the error catalogue does about a failure, apart from passing it on to whoever made the call. */
type Reaction = { do: 'sign-in' } | { do: 'pop-up'; text: string } | { do: 'log' } | { do: 'nothing' };

type Report = Pick<FailureReport, 'operation' | 'quiet'> & {
  failure: Pick<FailureReport['failure'], 'status' | 'statusText'>;
};

/** Asking who is signed in, signing in and out answer 401 as a matter of course. */
const isAboutSession = (operation: string): boolean => operation.startsWith('session.');

/**
 * The error catalogue (specification, section 8): 404 and 504 pop up, 401 leads to sign in, 400 and 500 belong to the
 * caller alone, anything else is logged. The storage indicator is only ever logged.
 */
export function reactionTo({ failure: { status, statusText }, operation, quiet }: Report): Reaction {
  if (status === 401) return isAboutSession(operation) ? { do: 'nothing' } : { do: 'sign-in' };
  if (operation === 'storage.read') return { do: 'log' };
  switch (status) {
    case 404:
      return quiet ? { do: 'log' } : { do: 'pop-up', text: 'No encontrado' };
    case 504:
      return quiet ? { do: 'log' } : { do: 'pop-up', text: statusText };
    case 400:
    case 500:
      return { do: 'nothing' };
    default:
      return { do: 'log' };
  }
}
