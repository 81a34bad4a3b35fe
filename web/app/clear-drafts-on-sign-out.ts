import { hasSignedOut, type SessionState, useSessionStore } from '#web/features/users/session-store.ts';

type Slot = 'rider' | 'staff';

/** Clears this tab's drafts on sign-out or when another user signs in. Drafts survive expired sessions. */
function clearOnSignOut(slot: Slot, clear: () => Promise<void>): () => void {
  const signedIn = ({ session }: SessionState): string | null => session[slot]?.id ?? null;
  let owner = signedIn(useSessionStore.getState());

  return useSessionStore.subscribe((state) => {
    const user = signedIn(state);
    if (user === owner || (user === null && !hasSignedOut())) return;
    if (owner !== null) void clear();
    owner = user;
  });
}

/**
 * Loaded on demand, since most pages have no booking form. If the import fails, the form's chunk has failed
 * too, so there is no draft.
 */
const clearForm = () =>
  import('#web/features/booking/draft-store.ts').then(
    ({ clearDraft }) => clearDraft(),
    () => {},
  );

/** Clears a rider's booking draft on sign-out: it holds personal data. A visitor's draft survives sign-in. */
export const clearDraftOnSignOut = (): (() => void) => clearOnSignOut('rider', clearForm);

/**
 * Loaded on demand, since most pages do not belong to the console. If the import fails, so has the page that
 * would have filled the drafts.
 */
const clearConsole = () =>
  Promise.all([
    import('#web/features/ops/inbox/reply-drafts.ts'),
    import('#web/features/ops/pricing/rates-edits.ts'),
  ]).then(
    ([{ clearReplyDrafts }, { clearRatesEdits }]) => {
      clearReplyDrafts();
      clearRatesEdits();
    },
    () => {},
  );

/** Clears a staff member's drafts in the console on sign-out. */
export const clearConsoleDraftsOnSignOut = (): (() => void) => clearOnSignOut('staff', clearConsole);
