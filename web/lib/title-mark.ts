/** What stands before the page's title now: `(2) `, or nothing. */
let mark = '';
let observer: MutationObserver | null = null;

/** Counts in the tab's title how much somebody has not looked at, whatever page comes meanwhile; 0 takes the mark away. */
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

/** A page that comes has a title of its own. */
function restoreMark(): void {
  if (!document.title.startsWith(mark)) document.title = mark + document.title;
}
