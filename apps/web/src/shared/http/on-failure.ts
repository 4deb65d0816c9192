import { type Operation } from '@despacho/contracts';
import { type Background } from './background.ts';
import { type HttpFailure } from './failure.ts';

export interface FailureReport {
  failure: HttpFailure;
  operation: Operation;
  /** Why nobody waited for the call; undefined for one that a person caused. */
  background: Background | undefined;
  /** It is for the console and nothing else. */
  logged: boolean;
}

type Listener = (report: FailureReport) => void;

let listener: Listener | undefined;

/**
 * Transport code does not open dialogs: it reports, and the one subscriber (in app/) decides.
 * @returns a function that ends the subscription.
 */
export function onFailure(subscriber: Listener): () => void {
  if (listener) throw new Error('Failures already have their subscriber');
  listener = subscriber;
  return () => {
    listener = undefined;
  };
}

/** Hands a failed call to the subscriber. Without one, as in tests of the transport, it goes nowhere. */
export function reportFailure(report: FailureReport): void {
  listener?.(report);
}
