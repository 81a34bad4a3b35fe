/**
 * Announces a text to screen readers through the polite live region of index.html. The region is emptied
 * first, so that a repeated text is read again.
 */
export function announce(text: string): void {
  const region = document.getElementById('announcer');
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}
