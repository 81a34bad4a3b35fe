import { create } from 'zustand';
import { forgetStored, readStored, writeStored } from '#web/lib/browser-storage.ts';
import { changeDraft, type Draft, EMPTY_DRAFT, type KeptDraft, keptDraftSchema } from './draft.ts';

const KEY = 'booking-draft';
const MEMORY = 'sessionStorage';

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

/** The draft this tab left behind; null when there is none, or none that can be read. */
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
 * Keeps the draft for this tab. Where storage is switched off or full, the draft simply does not outlive the page; nor does a gift
 * card, since whoever can read it can spend it.
 */
function writeDraft(draft: KeptDraft): void {
  const kept: KeptDraft = { ...draft, giftCardCode: '', giftCard: null };
  writeStored(KEY, JSON.stringify(kept), MEMORY);
}

/** Drops the draft of this tab. */
const forgetDraft = (): void => forgetStored(KEY, MEMORY);
