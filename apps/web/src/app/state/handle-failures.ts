import { rereadSession } from '#features/session/state/session.ts';
import { markRefused } from '#features/session/state/session-store.ts';
import { notifyFailure } from '#shared/dialogs/notify-failure.ts';
import { onFailure } from '#shared/http/on-failure.ts';
import { failureReaction } from '../rules/failure-reaction.ts';

function log(message: string): void {
  // oxlint-disable-next-line no-console -- the error catalogue wants these on the console and nowhere else
  console.error(message);
}

/**
 * Subscribes to failed calls; there is only one subscriber.
 * @returns a function that unsubscribes.
 */
export function handleFailures(): () => void {
  return onFailure((report) => {
    const { failure } = report;
    const reaction = failureReaction(report);
    if (reaction.do === 'sign-in') markRefused();
    if (reaction.do === 'log') log(failure.message);
    if (reaction.do === 'pop-up') notifyFailure(reaction.text).catch(() => log(failure.message));
    // A permission was revoked while the page was open: update menu and guards.
    if (failure.kind === 'no-module') void rereadSession().catch(() => undefined);
  });
}
