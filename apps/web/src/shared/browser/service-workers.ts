/** @returns the service workers; undefined outside of secure contexts, although the types require them. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;
