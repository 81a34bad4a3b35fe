import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * Whether React has hydrated the page. False while prerendering and during hydration, when the markup must
 * equal the prerendered one, which knows no hash, query or history.
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

/** Replays the last click on a prerendered button from before hydration, and stops recording clicks. */
export function replayClick(): void {
  const { earlyClick } = window;
  if (!earlyClick) return;
  delete window.earlyClick;
  window.removeEventListener('click', earlyClick.keep, true);
  earlyClick.button?.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Replays input from before hydration (typed, chosen, or autofilled) as events on the fields of the
 * prerendered `page`. Without it React's next render would reset the fields.
 */
export function replayInput(page: ParentNode): void {
  for (const field of page.querySelectorAll<Field>('input, textarea, select')) {
    if (field instanceof HTMLSelectElement) replayOption(field);
    else if (field.type === 'radio' || field.type === 'checkbox') replayCheck(field as HTMLInputElement);
    else replayTyping(field);
  }
}

function replayTyping(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value;
  if (typed === field.defaultValue) return;
  field.value = field.defaultValue;
  // Bypasses React's setter on the element, which would record the value and then see no change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function replayOption(field: HTMLSelectElement): void {
  const prerendered = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  // Without a `selected` option in the markup, React rendered the select in the browser.
  if (prerendered >= 0 && field.selectedIndex !== prerendered)
    field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Replays a checkbox, or the chosen radio button, as a click from its prerendered state. */
function replayCheck(field: HTMLInputElement): void {
  const isOther = field.checked !== field.defaultChecked;
  if (!isOther || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}
