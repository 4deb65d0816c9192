import { type Logger } from 'pino';
import { type Fitness } from './fitness.ts';

const PERIOD_MS = 2000;

/**
 * Checks the process every two seconds, so that changes are refused before they fail, and logs each change of its
 * state.
 * @returns a function that stops the checks.
 */
export function keepChecked(fitness: Fitness, logger: Logger): () => Promise<void> {
  let reported: string | undefined;
  let running = Promise.resolve();
  const check = async (): Promise<void> => {
    const fault = await fitness.check();
    if (fault?.reason === reported) return;
    reported = fault?.reason;
    if (fault) logger.error({ reason: fault.reason, err: fault.error }, 'unfit: /health answers 503');
    else logger.info('fit again');
  };
  const timer = setInterval(() => {
    running = check();
  }, PERIOD_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
