import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Assertion } from '#common/users/passkeys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useHydrated } from '#web/lib/hydration.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import {
  canUsePasskeys,
  choosePasskey,
  isPasskeyCancelled,
  offerPasskeys,
  signInWithPasskey,
} from './passkey-actions.ts';
import { SharedBrowserPrompt, useSharedBrowserPrompt } from './shared-browser-prompt.tsx';

interface PasskeySignInProps {
  onSignedIn: () => void;
  /** Above the password form, or as the step after it. */
  place?: 'first' | 'after';
}

/**
 * Sign-in with a passkey, by a button and, above a password form, by the browser's autofill. Renders nothing
 * where the browser does not support passkeys on this host.
 */
export function PasskeySignIn({ onSignedIn, place = 'first' }: PasskeySignInProps) {
  const isPossible = !useHydrated() || canUsePasskeys();
  return isPossible && <PasskeyButton onSignedIn={onSignedIn} place={place} />;
}

function PasskeyButton({ onSignedIn, place }: Required<PasskeySignInProps>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const beside = useSharedBrowserPrompt();

  const { run, isPending } = useInFlight<[chosen?: Assertion, isAgreed?: boolean]>(
    async (chosen, isAgreed = false) => {
      setRefusal(null);
      try {
        const credential = chosen ?? (await choosePasskey());
        try {
          await signInWithPasskey(credential, isAgreed);
          onSignedIn();
        } catch (error) {
          if (!beside.ask(error, () => void run(credential, true))) throw error;
        }
      } catch (error) {
        if (!isPasskeyCancelled(error)) setRefusal(messageOf(error, 'Sign-in failed. Please try again.'));
      }
    },
  );
  useOffer(run, place === 'first');

  return (
    <div className="grid gap-3">
      {beside.question ? (
        <SharedBrowserPrompt question={beside.question} isPending={isPending} onDismiss={beside.dismiss} />
      ) : (
        <Button
          variant="outline"
          size={52}
          isPending={isPending}
          pendingLabel="Waiting for your passkey..."
          onClick={() => void run()}
        >
          <Fingerprint aria-hidden size={20} strokeWidth={1.75} className="text-gold" />
          {place === 'first' ? 'Sign in with a passkey' : 'Use a passkey instead'}
        </Button>
      )}
      {refusal && (
        <p role="alert" className="text-14 text-danger">
          {refusal}
        </p>
      )}
      {place === 'first' && (
        <p className="mt-1 mb-4 flex items-center gap-3 text-14 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or with your password
        </p>
      )}
    </div>
  );
}

/** Offers passkeys in the autofill of the form below, while mounted. */
function useOffer(onChosen: (credential: Assertion) => Promise<void>, isWanted: boolean): void {
  const latest = useRef(onChosen);
  useEffect(() => {
    latest.current = onChosen;
  });
  useEffect(() => {
    if (!isWanted || !canUsePasskeys()) return;
    const leaving = new AbortController();
    void offerPasskeys(leaving.signal).then((chosen) => chosen && latest.current(chosen));
    return () => leaving.abort();
  }, [isWanted]);
}
