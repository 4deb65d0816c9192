/** Whether the device has a network. It may still not reach the service. */
export const isOnline = (): boolean => navigator.onLine;
