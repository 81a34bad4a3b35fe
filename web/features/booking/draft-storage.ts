import { forgetStored, readStored, writeStored } from '#web/lib/browser-storage.ts';
import { type KeptDraft, keptDraftSchema } from './draft.ts';

const KEY = 'booking-draft';
const MEMORY = 'sessionStorage';

/** The draft this tab left behind; null when there is none, or none that can be read. */
export function readDraft(): KeptDraft | null {
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
export function writeDraft(draft: KeptDraft): void {
  const kept: KeptDraft = { ...draft, giftCardCode: '', giftCard: null };
  writeStored(KEY, JSON.stringify(kept), MEMORY);
}

/** Drops the draft of this tab. */
export const forgetDraft = (): void => forgetStored(KEY, MEMORY);
