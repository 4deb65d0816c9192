import { type SessionView } from '@despacho/contracts';
import { openChannel } from '#shared/browser/channel.ts';

/** Messages about the shared session between tabs of one browser. */
export type SessionNews =
  | { type: 'signed-in'; person: string }
  /**
   * Sent before the server call, so that other tabs do not report the session as expired. `stayed` if the call
   * failed.
   */
  | { type: 'leaving' }
  | { type: 'stayed' }
  | { type: 'signed-out' }
  /** The user of the session proved their identity at the company's provider. */
  | { type: 'proved'; person: string }
  /** A new expiry of this user's session, received from the gateway by one tab. */
  | ({ type: 'lasts'; person: string } & Pick<SessionView, 'idleEndsAt' | 'endsAt'>);

let opened: BroadcastChannel | undefined;
const channel = (): BroadcastChannel => (opened ??= openChannel('despacho.session'));

/** Sends a message to every other tab of this browser. */
export function notifyTabs(news: SessionNews): void {
  channel().postMessage(news);
}

/** Subscribes to messages from other tabs. @returns the unsubscribe function. */
export function subscribeTabs(listener: (news: SessionNews) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionNews>): void => {
    listener(data);
  };
  channel().addEventListener('message', onMessage);
  return () => channel().removeEventListener('message', onMessage);
}
