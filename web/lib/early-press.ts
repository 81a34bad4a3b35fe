/** Set by the script in index.html, before anything is painted; gone once the page's own code answers. */
interface EarlyPress {
  /** What was pressed last. */
  button: HTMLButtonElement | null;
  /** Listens to the clicks on the whole page. */
  keep: (event: MouseEvent) => void;
}

declare global {
  interface Window {
    earlyPress?: EarlyPress;
  }
}

/**
 * Buttons of a page rendered ahead can be pressed before React has taken it over, when nothing answers yet. From this call on they answer; the
 * one that was pressed last does so now.
 */
export function answerEarlyPress(): void {
  const { earlyPress } = window;
  if (!earlyPress) return;
  delete window.earlyPress;
  window.removeEventListener('click', earlyPress.keep, true);
  earlyPress.button?.click();
}
