import { useEffect } from 'react';
import { create } from 'zustand';

/** Two bell-like notes a fourth apart: pitch in hertz, start in seconds. */
const NOTES = [
  { pitch: 880, start: 0 },
  { pitch: 1174.66, start: 0.14 },
];
const LOUDNESS = 0.18;
const FADE_SECONDS = 0.9;

let context: AudioContext | null = null;

/** Plays the sound for a new offer. Silent until the browser allows sound. */
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

/** A driver's sounds for the stages of an offer. */
export type Sound = 'new' | 'accepted' | 'failed';

/** The notes of each sound, played in sequence. */
const SOUNDS: Readonly<Record<Sound, readonly { pitch: number; seconds: number }[]>> = {
  new: [
    { pitch: 880, seconds: 0.12 },
    { pitch: 1_175, seconds: 0.18 },
  ],
  accepted: [
    { pitch: 660, seconds: 0.12 },
    { pitch: 990, seconds: 0.18 },
  ],
  failed: [{ pitch: 330, seconds: 0.2 }],
};

const LOUDEST = 0.5;
const EDGE_SECONDS = 0.01;

/** Plays a sound at a volume from 0 to 100. Silent until the browser allows sound. */
export function playSound(sound: Sound, volume: number): void {
  if (context?.state !== 'running' || volume <= 0) return;
  let from = context.currentTime;
  for (const { pitch, seconds } of SOUNDS[sound]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    const until = from + seconds;
    tone.frequency.value = pitch;
    // A short ramp at both ends; without it the note clicks.
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime((LOUDEST * volume) / 100, from + EDGE_SECONDS);
    gain.gain.setValueAtTime((LOUDEST * volume) / 100, until - EDGE_SECONDS);
    gain.gain.linearRampToValueAtTime(0, until);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(until);
    from = until;
  }
}

/** Whether the browser lets this page play sound, which it does only after a click or key press. */
const useSoundStore = create(() => ({ isAllowed: false }));

/** Unlocks sound. Must be called in a click or key press; a repeated call does nothing. */
async function allowSound(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  useSoundStore.setState({ isAllowed: context.state === 'running' });
}

/** Unlocks sound at the first click or key press. @returns whether sound is allowed by now */
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
