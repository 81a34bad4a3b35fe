import { create } from 'zustand';
import { changeDraft } from './change-draft.ts';
import { type Draft, EMPTY_DRAFT, type KeptDraft } from './draft.ts';
import { forgetDraft, readDraft, writeDraft } from './draft-storage.ts';

/** The booking form of this tab. It outlives the page, a reload and signing in, until the ride is requested. */
export const useDraftStore = create<KeptDraft>()(() => EMPTY_DRAFT);

// After its beginning, so that a page rendered ahead is taken over with the empty form it was rendered with.
const kept = readDraft();
if (kept) useDraftStore.setState(kept, true);

/** Changes some fields of the form. */
export function editDraft(change: Partial<Draft>): void {
  useDraftStore.setState((draft) => changeDraft(draft, change), true);
  writeDraft(useDraftStore.getState());
}

/** Starts the form afresh. */
export function clearDraft(): void {
  useDraftStore.setState(EMPTY_DRAFT, true);
  forgetDraft();
}
