/** Whether this browser has a share sheet. */
export const canShare = (): boolean => 'share' in navigator;

/** Opens the share sheet. Nothing waits for it: closing it rejects, and some browsers never answer. */
export function share(data: ShareData): void {
  navigator.share(data).catch(() => undefined);
}
