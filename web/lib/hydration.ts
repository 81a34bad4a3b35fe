import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * Whether React has hydrated the page. False while prerendering and during hydration, when the markup must
 * equal the prerendered one: without hash, query or history.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );

/** Set by the inline script of index.html before the first paint; deleted by `replayClick`. */
interface EarlyClick {
  /** The button clicked last. */
  button: HTMLButtonElement | null;
  /** The capturing click listener on `window`. */
  keep: (event: MouseEvent) => void;
}

declare global {
  interface Window {
    earlyClick?: EarlyClick;
  }
}

/**
 * Replays the last click on a button of a prerendered page from before hydration, and stops recording clicks.
 */
export function replayClick(): void {
  const { earlyClick } = window;
  if (!earlyClick) return;
  delete window.earlyClick;
  window.removeEventListener('click', earlyClick.keep, true);
  earlyClick.button?.click();
}

const HAS_TEXT = 'input:not([type=radio], [type=checkbox], [type=range]), textarea';

/**
 * Replays what was typed, or filled in by the browser, before hydration, as `input` events of the fields
 * within `page`; else React's next render would empty them.
 */
export function replayTyping(page: ParentNode): void {
  for (const field of page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(HAS_TEXT)) {
    const typed = field.value;
    if (typed === field.defaultValue) continue;
    field.value = field.defaultValue;
    setAsTyped(field, typed);
  }
}

/** Sets a value past React's own setter on the element, which would record it and then see no change. */
function setAsTyped(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
