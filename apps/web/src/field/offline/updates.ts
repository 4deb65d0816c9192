import { openChannel } from '#shared/browser/channel.ts';
import { serviceWorkers } from '#shared/browser/service-workers.ts';

/** How often a page that stays open looks for a new version. */
const CHECK_MS = 60 * 60_000;

/** Message with which the page lets a waiting version take over. */
export const TAKE_OVER = 'take-over';

/** Channel on which the page tells the active version to stop sending, because that would delay the next version. */
export const UPDATES = 'despacho-reparto-versiones';

let holders = 0;
let takeOver: (() => void) | undefined;

function applyIfFree(): void {
  if (holders === 0) takeOver?.();
}

/** Keeps a new version of the page waiting. @returns lets it take over again. */
export function holdUpdates(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
    applyIfFree();
  };
}

/**
 * Registers the service worker, so that the page opens without a signal. A new version takes over as soon as no form is
 * open; what is stored on the phone is not part of it.
 */
export async function followUpdates(): Promise<void> {
  const serviceWorker = serviceWorkers();
  if (!serviceWorker) return;
  let hasVersion = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of a phone has the version of the page that registers it.
    const isFirst = !hasVersion;
    hasVersion = true;
    if (isFirst) return;
    takeOver = () => location.reload();
    applyIfFree();
  });
  const registration = await serviceWorker.register(new URL('r/sw.js', document.baseURI), { updateViaCache: 'none' });
  const offer = (): void => {
    const { waiting } = registration;
    if (!waiting) return;
    takeOver = () => {
      waiting.postMessage(TAKE_OVER);
      // A channel, because a message posted to the active version would start it if it has stopped.
      const channel = openChannel(UPDATES);
      channel.postMessage(TAKE_OVER);
      channel.close();
    };
    applyIfFree();
  };
  const followDownload = (): void => registration.installing?.addEventListener('statechange', offer);
  offer();
  // A download may have started before this page had the registration.
  followDownload();
  registration.addEventListener('updatefound', followDownload);
  // Repeats the offer in case the message was lost.
  document.addEventListener('visibilitychange', offer);
  setInterval(() => {
    // Without a signal there is nothing to report: it tries again.
    registration.update().catch(() => undefined);
  }, CHECK_MS);
}
