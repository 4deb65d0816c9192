import { type SessionView } from '@despacho/contracts';

/** What tabs of one browser tell each other about the session they share. */
export type SessionNews =
  | { type: 'signed-in'; person: string }
  /** Before the server is asked, so that no tab takes the end of its session for an accident; `stayed` when that failed. */
  | { type: 'leaving' }
  | { type: 'stayed' }
  | { type: 'signed-out' }
  /** How long a person's session lasts, as the gateway has just told one tab. */
  | ({ type: 'lasts'; person: string } & Pick<SessionView, 'idleEndsAt' | 'endsAt'>);

let opened: BroadcastChannel | undefined;
const channel = (): BroadcastChannel => (opened ??= new BroadcastChannel('despacho.session'));

/** Tells every other tab of this browser; this one does not hear it. */
export function tellTabs(news: SessionNews): void {
  channel().postMessage(news);
}

/** @returns a function that ends the subscription. A tab does not hear itself. */
export function hearTabs(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SessionNews>): void => {
    listener(data);
  };
  channel().addEventListener('message', hear);
  return () => {
    channel().removeEventListener('message', hear);
  };
}
