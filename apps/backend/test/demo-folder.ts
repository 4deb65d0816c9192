import { inject } from 'vitest';
import { preparedDatabase } from './prepared-database.ts';
import { ServiceProcess } from './service-process.ts';

/** @returns a data folder for the caller alone, which a demonstration has filled. */
export const demoFolder = (): Promise<string> =>
  preparedDatabase(inject('databases'), 'demo', async (folder) => {
    const service = new ServiceProcess({ DATA_DIR: folder, DEMO: '1', DEMO_CLOCK: '0' });
    await service.listening();
    await service.stop('SIGTERM');
  });
