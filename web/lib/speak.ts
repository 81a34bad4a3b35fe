/** The voice for English; null where the system has none. */
const englishVoice = (): SpeechSynthesisVoice | null => {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return (
    voices.find(({ lang }) => lang === 'en-US') ?? voices.find(({ lang }) => lang.startsWith('en')) ?? null
  );
};

/** Reads a text aloud at a volume from 0 to 100, in place of what is being read. Silent where the system has no voice. */
export function speak(text: string, volume: number): void {
  hush();
  const voice = englishVoice();
  if (!voice || volume <= 0) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.volume = volume / 100;
  speechSynthesis.speak(utterance);
}

/** Ends what is being read. */
export const hush = (): void => globalThis.speechSynthesis?.cancel();

/** Has the system load its voices, which some do only once they are asked for. */
export const loadVoices = (): void => void englishVoice();
