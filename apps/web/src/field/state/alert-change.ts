import { vibrate } from '#shared/browser/vibrate.ts';
import { hasAlerts } from './settings.ts';

/** Two short tones, in Hz. */
const TONES = [660, 880];
const TONE_S = 0.16;
const VOLUME = 0.2;
const PULSES_MS = [180, 80, 180];

let sound: AudioContext | undefined;

function beep(): void {
  sound ??= new AudioContext();
  const { currentTime, destination } = sound;
  const gain = new GainNode(sound, { gain: VOLUME });
  gain.connect(destination);
  for (const [index, frequency] of TONES.entries()) {
    const tone = new OscillatorNode(sound, { frequency });
    tone.connect(gain);
    tone.start(currentTime + index * TONE_S);
    tone.stop(currentTime + (index + 1) * TONE_S);
  }
}

/** Sounds and vibrates, unless the courier has turned that off or the browser cannot. */
export function alertChange(): void {
  if (!hasAlerts()) return;
  try {
    vibrate(PULSES_MS);
    beep();
  } catch {
    // A browser without sound.
  }
}
