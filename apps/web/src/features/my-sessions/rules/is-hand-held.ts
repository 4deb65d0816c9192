/** @returns whether a device description («Chrome en Android») is of a phone or tablet. */
export const isHandHeld = (device: string): boolean => /android|iphone|ipad/i.test(device);
