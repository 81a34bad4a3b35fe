import { create } from 'zustand';

/** Whether the browser lets this page be heard: only once it was pressed. */
export const useSoundStore = create(() => ({ isAllowed: false }));

let context: AudioContext | null = null;

/** Two notes of a small bell, a fourth apart: pitch in hertz, start in seconds. */
const NOTES = [
  { pitch: 880, start: 0 },
  { pitch: 1174.66, start: 0.14 },
];
const LOUDNESS = 0.18;
const FADE_SECONDS = 0.9;

/** Asks for sound. To be called when the page was pressed; called again it does nothing. */
export async function allowSound(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  useSoundStore.setState({ isAllowed: context.state === 'running' });
}

/** Rings once; silent until sound is allowed. */
export function ring(): void {
  if (context?.state !== 'running') return;
  for (const { pitch, start } of NOTES) {
    const from = context.currentTime + start;
    const tone = context.createOscillator();
    const fade = context.createGain();
    tone.frequency.value = pitch;
    fade.gain.setValueAtTime(0, from);
    fade.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
    fade.gain.exponentialRampToValueAtTime(0.001, from + FADE_SECONDS);
    tone.connect(fade).connect(context.destination);
    tone.start(from);
    tone.stop(from + FADE_SECONDS);
  }
}
