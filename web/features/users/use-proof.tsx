import { type FormEvent, type ReactNode, useState } from 'react';
import { type Factors, proofSchema } from '#common/users/factors.ts';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { proveOwnership } from './factor-actions.ts';
import { canUsePasskeys, isPasskeyCancelled, proveByPasskey } from './passkey-actions.ts';

/** A change to an account, which the server may refuse until the user proves ownership. */
type Act = () => Promise<void>;

/**
 * Runs a change of an account's factors. If the server requires proof of ownership, a dialog requests it,
 * then the change runs again. Other failures show a toast. `attempt` resolves when all of that is over.
 */
export function useProof(
  user: User,
  factors: Factors,
): { attempt: (act: Act) => Promise<void>; dialog: ReactNode } {
  const [endProof, setEndProof] = useState<((isProven: boolean) => void) | null>(null);

  const requestProof = () =>
    new Promise<boolean>((resolve) =>
      setEndProof(() => (isProven: boolean) => {
        setEndProof(null);
        resolve(isProven);
      }),
    );

  const attempt = async (act: Act): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PROOF_REQUIRED') {
        if (await requestProof()) await attempt(act);
      } else if (!isPasskeyCancelled(error))
        toastFailure('Error', error, 'Nothing was changed. Please try again.');
    }
  };

  const dialog = endProof && (
    <ProofDialog
      user={user}
      factors={factors}
      onClose={() => endProof(false)}
      onProven={() => endProof(true)}
    />
  );
  return { attempt, dialog };
}

interface ProofDialogProps {
  user: User;
  factors: Factors;
  onClose: () => void;
  onProven: () => void;
}

function ProofDialog({ user, factors, onClose, onProven }: ProofDialogProps) {
  const { role, username } = user;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isCodeRequired, setIsCodeRequired] = useState(factors.totp !== null);
  const form = useFocusFirstInvalid(errors);

  const { run, isPending } = useInFlight(async (act: Act) => {
    setErrors({});
    try {
      await act();
      onProven();
    } catch (error) {
      if (isPasskeyCancelled(error)) return;
      const named = error instanceof ApiError ? fieldErrors(error.issues) : {};
      const message = messageOf(error, 'That did not work. Please try again.');
      // The app may have been turned on in another window.
      if (named.code) setIsCodeRequired(true);
      setErrors(Object.keys(named).length > 0 ? named : { password: message });
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = proofSchema.safeParse({ ...Object.fromEntries(new FormData(event.currentTarget)), role });
    if (parsed.success) void run(() => proveOwnership(parsed.data));
    else setErrors(fieldErrors(parsed.error.issues));
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Confirm it’s you"
      description="Please sign in again to make this change. We won’t ask again for ten minutes."
    >
      <div className="grid gap-3">
        {factors.passkeys.length > 0 && canUsePasskeys() && (
          <Button variant="outline" size={52} onClick={() => void run(() => proveByPasskey(role))}>
            Use a passkey
          </Button>
        )}
        <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
          {/* For password managers, which store user name and password together. */}
          <input type="hidden" name="username" autoComplete="username" value={username} />
          <Field label="Password" error={errors.password}>
            {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
          </Field>
          {isCodeRequired && (
            <Field label="Code" hint="From your authenticator app, or a recovery code" error={errors.code}>
              {(control) => (
                <TextInput
                  {...control}
                  name="code"
                  autoComplete="one-time-code"
                  autoCapitalize="characters"
                  spellCheck={false}
                  className="figures tracking-widest"
                />
              )}
            </Field>
          )}
          <Button type="submit" size={52} isPending={isPending} pendingLabel="Confirming...">
            Confirm
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
