import { runCouriers } from '../src/demo-couriers/run-couriers.ts';

/* Started by `npm start`: the demonstration's couriers, each with a simulated phone. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const { PORT = '3000', PHONES_FILE = '' } = process.env;
const log = (line: string): void => {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
};
await runCouriers({ port: Number(PORT), file: PHONES_FILE, signal: stop.signal, log });
