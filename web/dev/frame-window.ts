import type { SpecimenWindow } from './specimen.tsx';

/** Brings this window into a specimen's state, then marks the frame that contains it with `data-shown`. */
export function reachState({ setUp, press = [], until, height }: SpecimenWindow): void {
  setUp?.();
  pressButtons(press);
  if (height === undefined) fitFrame();
  onChange(() => {
    if (!document.body.innerText.includes(until)) return false;
    window.frameElement?.setAttribute('data-shown', '');
    return true;
  });
}

/** Clicks buttons by their text, or else their accessible name, each as soon as it is enabled in the page. */
function pressButtons([label, ...later]: readonly string[]): void {
  if (label === undefined) return;
  onChange(() => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent, ariaLabel, disabled, ariaDisabled }) =>
        (textContent || ariaLabel) === label && !disabled && ariaDisabled !== 'true',
    );
    if (!button) return false;
    button.click();
    pressButtons(later);
    return true;
  });
}

/** Calls back at every change of the page until the callback returns true. */
function onChange(act: () => boolean): void {
  const observer = new MutationObserver(() => {
    if (isDone) return;
    isDone = act();
    if (isDone) observer.disconnect();
  });
  let isDone = false;
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Makes the frame as high as its content. */
function fitFrame(): void {
  const fit = () => window.frameElement?.setAttribute('height', `${document.body.offsetHeight}`);
  new ResizeObserver(fit).observe(document.body);
}
