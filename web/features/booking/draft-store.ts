import { create } from 'zustand';
import { forgetStored, readStored, writeStored } from '#web/lib/browser-storage.ts';
import { changeDraft, type Draft, EMPTY_DRAFT, type KeptDraft } from './draft.ts';

const KEY = 'booking-draft';
const MEMORY = 'sessionStorage';

/**
 * The booking draft of this tab. It survives navigation, a reload and signing in, until the ride is
 * requested.
 */
export const useDraftStore = create<KeptDraft>()(() => EMPTY_DRAFT);

const stored = readStored(KEY, MEMORY);

/** Whether the form is filled in as this tab has kept it, or that has failed: before, it is not to be sent. */
export const useIsDraftRead = create(() => stored === null);

/** What is stored, as long as it has not been read, and what was changed since, which goes over it. */
let unread: { kept: object | null; change: Partial<Draft> } | null = null;

const endReading = () => useIsDraftRead.setState(true);
if (stored !== null) restoreDraft(stored).then(endReading, endReading);

/**
 * Fills in the form as this tab has kept it. The code that reads it comes with that of every call, so the form stands before any reply
 * does.
 * @throws when what is kept is nonsense, or its code does not load: then the form stays as it is, and what is kept stays beside it
 */
async function restoreDraft(text: string): Promise<void> {
  unread = { kept: JSON.parse(text), change: {} };
  const { readDraft } = await import('./stored-draft.ts');
  // Null when the form was emptied meanwhile.
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

/** Resets the form. */
export function clearDraft(): void {
  unread = null;
  useDraftStore.setState(EMPTY_DRAFT, true);
  forgetDraft();
}

/**
 * Stores the draft for this tab, without the gift card, which anybody who reads it could spend. Without
 * storage the draft is lost with the page.
 */
function writeDraft(): void {
  const draft = unread ? { ...unread.kept, ...unread.change } : useDraftStore.getState();
  writeStored(KEY, JSON.stringify({ ...draft, giftCardCode: '', giftCard: null }), MEMORY);
}

/** Deletes the stored draft of this tab. */
const forgetDraft = (): void => forgetStored(KEY, MEMORY);
