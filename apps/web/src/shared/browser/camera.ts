import { within } from './within.ts';

/** Time (ms) in which a person answers the browser's question. Some browsers never report that it was closed. */
const LIMIT_MS = 60_000;
const TORCH_LIMIT_MS = 2000;

/** Not in TypeScript's types. */
type Torch = MediaTrackConstraintSet & { torch: boolean };

/** Older Firefox cannot name them, although the types require it. */
interface Capable {
  getCapabilities?: () => { torch?: boolean };
}

/** Whether this browser has a camera to ask for; not over plain http. */
export const hasCamera = (): boolean => 'mediaDevices' in navigator;

const stopCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/**
 * Opens the camera once the person allows it.
 * @param closed stops it, also one that opens later.
 * @throws Error `NotAllowedError` if it is refused, others if it is broken, absent, or does not answer.
 */
export async function openCamera(video: MediaTrackConstraints, closed: AbortSignal): Promise<MediaStream> {
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new DOMException('The camera did not open', 'TimeoutError'));
    }, LIMIT_MS);
  });
  const opening = (async () => navigator.mediaDevices.getUserMedia({ video }))();
  opening.then(
    (stream) => {
      if (isLate || closed.aborted) stopCamera(stream);
      else closed.addEventListener('abort', () => stopCamera(stream));
    },
    () => undefined,
  );
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the camera has a light that the page can turn on: in Chrome on Android. */
export const hasTorch = (stream: MediaStream): boolean => {
  const [track] = stream.getVideoTracks() as readonly Capable[];
  return Boolean(track?.getCapabilities?.().torch);
};

/** Turns the camera's light on or off. @returns whether the camera did it. */
export const setTorch = (stream: MediaStream, isOn: boolean): Promise<boolean> =>
  within(
    TORCH_LIMIT_MS,
    async () => {
      const [track] = stream.getVideoTracks();
      await track?.applyConstraints({ advanced: [{ torch: isOn } as Torch] });
      return true;
    },
    false,
  );
