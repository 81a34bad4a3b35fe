/** Returns an English voice; null if the system has none. */
const englishVoice = (): SpeechSynthesisVoice | null => {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return (
    voices.find(({ lang }) => lang === 'en-US') ?? voices.find(({ lang }) => lang.startsWith('en')) ?? null
  );
};

/** Reads a text aloud at a volume from 0 to 100, replacing the current text. Silent without English voice. */
export function speak(text: string, volume: number): void {
  stopSpeaking();
  const voice = englishVoice();
  if (!voice || volume <= 0) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.volume = volume / 100;
  speechSynthesis.speak(utterance);
}

/** Stops speech. */
export const stopSpeaking = (): void => globalThis.speechSynthesis?.cancel();

/** Triggers the loading of the system's voices, which some systems start only on first access. */
export const loadVoices = (): void => void englishVoice();
