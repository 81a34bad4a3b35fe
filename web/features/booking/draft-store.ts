import { create } from 'zustand';
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts';
import { changeDraft, type Draft, EMPTY_DRAFT, type StoredDraft } from './draft.ts';

const KEY = 'booking-draft';
const MEMORY = 'sessionStorage';

/** The booking draft of this tab. It survives navigation, reload and sign-in until the ride is requested. */
export const useDraftStore = create<StoredDraft>()(() => EMPTY_DRAFT);

const stored = readStored(KEY, MEMORY);

/** Whether reading the stored draft has finished or failed. The form must not be sent before. */
export const useIsDraftRestored = create(() => stored === null);

/** The stored draft until it has been read, and the changes made since, which override it. */
let unread: { kept: object | null; change: Partial<Draft> } | null = null;

const endReading = () => useIsDraftRestored.setState(true);
if (stored !== null) restoreDraft(stored).then(endReading, endReading);

/**
 * Restores the stored draft. The code that reads it shares a chunk with that of all API calls, so the form is
 * restored before any reply arrives.
 * @throws when the stored draft is not valid JSON or the code does not load. The form and the stored draft
 * then stay as they are.
 */
async function restoreDraft(text: string): Promise<void> {
  unread = { kept: JSON.parse(text), change: {} };
  const { readDraft } = await import('./stored-draft.ts');
  // Null when the form was cleared meanwhile.
  if (!unread) return;
  const { kept, change } = unread;
  unread = null;
  const draft = readDraft(kept);
  if (draft) useDraftStore.setState(changeDraft(draft, change), true);
  if (Object.keys(change).length > 0) writeDraft();
}

/** Changes some fields of the form. */
export function editDraft(change: Partial<Draft>): void {
  useDraftStore.setState((draft) => changeDraft(draft, change), true);
  if (unread) unread.change = { ...unread.change, ...change };
  writeDraft();
}

/** Resets the form and deletes the stored draft. */
export function clearDraft(): void {
  unread = null;
  useDraftStore.setState(EMPTY_DRAFT, true);
  clearStoredDraft();
}

/**
 * Stores the draft for this tab, without the gift card code, which anyone who reads it could spend. When
 * storage is unavailable, the draft is lost with the page.
 */
function writeDraft(): void {
  const draft = unread ? { ...unread.kept, ...unread.change } : useDraftStore.getState();
  writeStored(KEY, JSON.stringify({ ...draft, giftCardCode: '', giftCard: null }), MEMORY);
}

/** Deletes the stored draft of this tab. */
const clearStoredDraft = (): void => removeStored(KEY, MEMORY);
