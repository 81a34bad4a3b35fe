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

/** What was changed while the stored draft is being read, which goes over it; null when none is. */
let changedMeanwhile: Partial<Draft> | null = null;

const stored = readStored(KEY, MEMORY);
if (stored !== null) void restoreDraft(stored);

/**
 * Fills in the form as this tab has kept it. The code that reads it comes with that of every call, so the form stands before any reply
 * does; should it not load, the form stays empty.
 */
async function restoreDraft(text: string): Promise<void> {
  changedMeanwhile = {};
  const code = await import('./stored-draft.ts').catch(() => null);
  const kept = code?.parseDraft(text) ?? null;
  const change = changedMeanwhile;
  changedMeanwhile = null;
  // Null when the form was emptied meanwhile.
  if (!change) return;
  if (kept) useDraftStore.setState(changeDraft(kept, change), true);
  if (Object.keys(change).length > 0) writeDraft(useDraftStore.getState());
}

/** Changes some fields of the form. */
export function editDraft(change: Partial<Draft>): void {
  useDraftStore.setState((draft) => changeDraft(draft, change), true);
  if (changedMeanwhile) changedMeanwhile = { ...changedMeanwhile, ...change };
  else writeDraft(useDraftStore.getState());
}

/** Resets the form. */
export function clearDraft(): void {
  changedMeanwhile = null;
  useDraftStore.setState(EMPTY_DRAFT, true);
  forgetDraft();
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
