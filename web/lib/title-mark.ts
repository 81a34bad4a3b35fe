/** The current prefix of the page's title: `(2) `, or empty. */
let mark = '';
let observer: MutationObserver | null = null;

/** Shows the number of unseen items in the tab's title, across page changes; 0 removes it. */
export function markTitle(count: number): void {
  const bare = document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title;
  mark = count > 0 ? `(${count}) ` : '';
  if (document.title !== mark + bare) document.title = mark + bare;
  observer?.disconnect();
  observer = null;
  if (count === 0) return;
  observer = new MutationObserver(restoreMark);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

/** Navigation replaces the title, so the prefix is added again. */
function restoreMark(): void {
  if (!document.title.startsWith(mark)) document.title = mark + document.title;
}
