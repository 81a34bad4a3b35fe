import { create } from 'zustand';
import { forgetStored, readStored, writeStored } from '#web/lib/browser-storage.ts';
import { changeDraft, type Draft, EMPTY_DRAFT, type KeptDraft, keptDraftSchema } from './draft.ts';

const KEY = 'booking-draft';
const MEMORY = 'sessionStorage';

/**
 * The booking draft of this tab. It survives navigation, a reload and signing in, until the ride is
 * requested.
 */
export const useDraftStore = create<KeptDraft>()(() => EMPTY_DRAFT);

// After creation, so that a prerendered page hydrates with the empty form it was rendered with.
const kept = readDraft();
if (kept) useDraftStore.setState(kept, true);

/** Changes some fields of the form. */
export function editDraft(change: Partial<Draft>): void {
  useDraftStore.setState((draft) => changeDraft(draft, change), true);
  writeDraft(useDraftStore.getState());
}

/** Resets the form. */
export function clearDraft(): void {
  useDraftStore.setState(EMPTY_DRAFT, true);
  forgetDraft();
}

/** The stored draft of this tab; null when there is none, or it cannot be parsed. */
function readDraft(): KeptDraft | null {
  try {
    const parsed = keptDraftSchema.safeParse(JSON.parse(readStored(KEY, MEMORY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // It holds something else.
    return null;
  }
}

/**
 * Stores the draft for this tab, without the gift card, which anybody who reads it could spend. Without
 * storage the draft is lost with the page.
 */
function writeDraft(draft: KeptDraft): void {
  const kept: KeptDraft = { ...draft, giftCardCode: '', giftCard: null };
  writeStored(KEY, JSON.stringify(kept), MEMORY);
}

/** Deletes the stored draft of this tab. */
const forgetDraft = (): void => forgetStored(KEY, MEMORY);
