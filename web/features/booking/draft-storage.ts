import { type KeptDraft, keptDraftSchema } from './draft.ts';

const KEY = 'booking-draft';

/** The draft this tab left behind; null when there is none, or none that can be read. */
export function readDraft(): KeptDraft | null {
  try {
    const parsed = keptDraftSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage may be switched off, or hold something else.
    return null;
  }
}

/**
 * Keeps the draft for this tab. Where storage is switched off or full, the draft simply does not outlive the page; nor does a gift
 * card, since whoever can read it can spend it.
 */
export function writeDraft(draft: KeptDraft): void {
  const kept: KeptDraft = { ...draft, giftCardCode: '', giftCard: null };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {}
}

/** Drops the draft of this tab. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
