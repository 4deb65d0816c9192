import { rereadSession } from '../../features/session/state/session.ts';
import { markRefused } from '../../features/session/state/session-store.ts';
import { notifyFailure } from '../../shared/dialogs/notify-failure.ts';
import { onFailure } from '../../shared/http/on-failure.ts';
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
    switch (reaction.do) {
      case 'sign-in':
        markRefused();
        break;
      case 'pop-up':
        notifyFailure(reaction.text).catch(() => {
          log(failure.message);
        });
        break;
      case 'log':
        log(failure.message);
        break;
      case 'nothing':
        break;
    }
    // A permission was revoked while the page was open: update menu and guards.
    if (failure.kind === 'no-module') void rereadSession().catch(() => undefined);
  });
}
