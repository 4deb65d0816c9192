/** @returns a channel to the other tabs of this browser; one without effect if the browser has none or refuses it. */
export function openChannel(name: string): BroadcastChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    const silent = { postMessage: () => undefined, close: () => undefined };
    return Object.assign(new EventTarget(), silent) as unknown as BroadcastChannel;
  }
}
