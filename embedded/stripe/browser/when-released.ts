let isPressed = false;
document.addEventListener('pointerdown', () => setPressed(true), true);
document.addEventListener('pointerup', () => setPressed(false), true);
document.addEventListener('pointercancel', () => setPressed(false), true);

function setPressed(pressed: boolean): void {
  isPressed = pressed;
}

/**
 * Runs `change` now, or after the press that is under way: an error that appears while a button is being pressed would
 * push the button from under the pointer, and the press would miss it.
 */
export function whenReleased(change: () => void): void {
  // A timer, because the click follows the release.
  if (!isPressed) change();
  else document.addEventListener('pointerup', () => setTimeout(change), { once: true });
}
