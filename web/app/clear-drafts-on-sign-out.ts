import { hasSignedOut, type SessionState, useSessionStore } from '#web/features/users/session-store.ts';

type Slot = 'rider' | 'staff';

/** Clears what somebody typed in this tab when they sign out or another one signs in; it survives an expired session. */
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

/** Loaded on demand, since most pages have no booking form. If that fails, the form fails to load too. */
const clearForm = () =>
  import('#web/features/booking/draft-store.ts').then(
    ({ clearDraft }) => clearDraft(),
    () => {},
  );

/** Clears a rider's booking draft, since it holds addresses and a phone number. A visitor's survives signing in. */
export const clearDraftOnSignOut = (): (() => void) => clearOnSignOut('rider', clearForm);

/** Loaded on demand, since most pages are not the console's. If that fails, so did the page that would have filled them. */
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

/** Clears what one of the staff typed in the console. */
export const clearConsoleDraftsOnSignOut = (): (() => void) => clearOnSignOut('staff', clearConsole);
