/** Whether this browser has a camera to ask for; not over plain http. */
export const hasCamera = (): boolean => 'mediaDevices' in navigator;

/** Opens the camera once the person allows it. @throws Error `NotAllowedError` if it is refused, others if it is broken. */
export const openCamera = async (video: MediaTrackConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video });
