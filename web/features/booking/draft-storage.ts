import { type Draft, draftSchema } from './draft.ts';

const KEY = 'booking-draft';

/** The draft this tab left behind; null when there is none, or none that can be read. */
export function readDraft(): Draft | null {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage may be switched off, or hold something else.
    return null;
  }
}

/** Keeps the draft for this tab. Where storage is switched off or full, the draft simply does not outlive the page. */
export function writeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {}
}

/** Drops the draft of this tab. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
