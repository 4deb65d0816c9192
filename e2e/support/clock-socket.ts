import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns the socket that controls the clock of the gateway on `port`. */
export const clockSocket = (port: string): string => join(tmpdir(), `despacho-clock-${port}.sock`);
