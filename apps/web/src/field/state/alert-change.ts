import { vibrate } from '#shared/browser/vibrate.ts';
import { hasAlerts } from './settings.ts';

interface Signal {
  /** Short tones, in Hz. */
  tones: readonly number[];
  /** Milliseconds of vibration and of pause, in turn. */
  pulses: number[];
}

const SIGNALS = {
  change: { tones: [660, 880], pulses: [180, 80, 180] },
  good: { tones: [1047], pulses: [80] },
  bad: { tones: [330, 220], pulses: [400, 120, 400] },
} satisfies Record<string, Signal>;
const TONE_S = 0.16;
const VOLUME = 0.2;

let sound: AudioContext | undefined;

function beep(tones: readonly number[]): void {
  sound ??= new AudioContext();
  const { currentTime, destination } = sound;
  const gain = new GainNode(sound, { gain: VOLUME });
  gain.connect(destination);
  for (const [index, frequency] of tones.entries()) {
    const tone = new OscillatorNode(sound, { frequency });
    tone.connect(gain);
    tone.start(currentTime + index * TONE_S);
    tone.stop(currentTime + (index + 1) * TONE_S);
  }
}

/** Sounds and vibrates, unless the courier has turned that off or the browser cannot. */
function signal({ tones, pulses }: Signal): void {
  if (!hasAlerts()) return;
  try {
    vibrate(pulses);
    beep(tones);
  } catch {
    // A browser without sound.
  }
}

/** The office has changed the route. */
export const alertChange = (): void => signal(SIGNALS.change);

/** A label was read. */
export const alertScan = (isGood: boolean): void => signal(SIGNALS[isGood ? 'good' : 'bad']);
