import { ROOT } from '../root.ts';
import { launch, type Service } from './service.ts';

/**
 * Starts the simulated phones of the demonstration's couriers.
 * @param port of the gateway.
 * @param file keeps the phones between runs.
 * @param logFile for its output.
 */
export const launchCouriers = (port: number, file: string, logFile: string): Service =>
  launch({
    name: 'repartidores',
    entry: `${ROOT}tooling/scripts/demo-couriers.ts`,
    env: { ...process.env, PORT: String(port), PHONES_FILE: file },
    readyUrl: '',
    logFile,
  });
