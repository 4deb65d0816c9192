import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns where the clock of the gateway on `port` is moved from. */
export const clockSocket = (port: string): string => join(tmpdir(), `despacho-clock-${port}.sock`);
