import { type Config } from './config.ts';
import { type Logger } from './log.ts';
import { type Every, type Wait } from './timers.ts';

/** The process: its settings, log and clock. Every layer may use it. */
export interface Runtime {
  config: Config;
  log: Logger;
  /** In epoch milliseconds. */
  now: () => number;
  wait: Wait;
  every: Every;
}
