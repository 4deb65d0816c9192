/** @returns whether a device's description («Chrome en Android») is that of a phone or tablet. */
export const isHandHeld = (device: string): boolean => /android|iphone|ipad/i.test(device);
