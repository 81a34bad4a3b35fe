/** Says a text to screen readers, politely, through the live region of index.html. Empties it first, so that a repeated text is said again. */
export function announce(text: string): void {
  const region = document.getElementById('announcer');
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}
