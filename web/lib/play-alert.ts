import { useEffect } from 'react';
import { create } from 'zustand';

/** Two notes of a small bell, a fourth apart: pitch in hertz, start in seconds. */
const NOTES = [
  { pitch: 880, start: 0 },
  { pitch: 1174.66, start: 0.14 },
];
const LOUDNESS = 0.18;
const FADE_SECONDS = 0.9;

let context: AudioContext | null = null;

/** Plays the sound for a new offer; silent until sound is allowed. */
export function playAlert(): void {
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

/** Whether the browser lets this page play sound: only after a click or key press. */
const useSoundStore = create(() => ({ isAllowed: false }));

/** Requests permission to play sound. To be called on a click or key press; called again it does nothing. */
async function allowSound(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  useSoundStore.setState({ isAllowed: context.state === 'running' });
}

/** Requests permission to play sound with the first click or key press. @returns whether it is granted by now */
export function useSound(): boolean {
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive) void allowSound();
    const options = { once: true, capture: true };
    document.addEventListener('click', allowSound, options);
    document.addEventListener('keydown', allowSound, options);
    return () => {
      document.removeEventListener('click', allowSound, options);
      document.removeEventListener('keydown', allowSound, options);
    };
  }, []);

  return useSoundStore(({ isAllowed }) => isAllowed);
}
