import { create } from 'zustand';
import { changeDraft } from './change-draft.ts';
import { type Draft, EMPTY_DRAFT, type KeptDraft } from './draft.ts';
import { forgetDraft, readDraft, writeDraft } from './draft-storage.ts';

/** The booking form of this tab. It outlives the page, a reload and signing in, until the ride is requested. */
export const useDraftStore = create<KeptDraft>()(() => readDraft() ?? EMPTY_DRAFT);

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
