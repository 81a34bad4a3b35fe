import { type FormEvent, useState } from 'react';
import { encode } from 'uqr';
import { confirmTotpSchema, type TotpSecret } from '#common/users/factors.ts';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { confirmTotp } from './factor-actions.ts';

interface TotpDialogProps {
  user: User;
  secret: TotpSecret;
  onClose: () => void;
  /** Called with the recovery codes. */
  onConfirmed: (recoveryCodes: string[]) => void;
}

/** Shows the secret for an authenticator app, and requires the app's first code. Import it lazily. */
export function TotpDialog({
  user: { role },
  secret: { secret, uri },
  onClose,
  onConfirmed,
}: TotpDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);

  const { run, isPending } = useInFlight(async (entries: object) => {
    const parsed = confirmTotpSchema.safeParse({ ...entries, role });
    if (!parsed.success) return setProblem(fieldErrors(parsed.error.issues).code ?? null);
    setProblem(null);
    try {
      onConfirmed(await confirmTotp(role, parsed.data.code));
    } catch (error) {
      setProblem(messageOf(error, 'The app was not turned on. Please try again.'));
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(Object.fromEntries(new FormData(event.currentTarget)));
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Authenticator app"
      description="Scan this with an app such as 1Password, Google Authenticator or iCloud Passwords."
    >
      <QrCode text={uri} />
      <div className="mt-4 text-center">
        <p className="text-14 text-ink-2">Or enter this key manually:</p>
        <p className="figures mt-1 text-14 wrap-anywhere">{secret.replace(/(.{4})(?!$)/g, '$1 ')}</p>
      </div>
      <form noValidate onSubmit={handleSubmit} className="mt-6 grid gap-5">
        <Field label="Code" hint="The six digits the app shows now" error={problem}>
          {(control) => (
            <TextInput
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              className="figures tracking-widest"
            />
          )}
        </Field>
        <Button type="submit" size={52} isPending={isPending} pendingLabel="Turning on...">
          Turn on
        </Button>
      </form>
    </Dialog>
  );
}

/** Dark on white in both themes, because some cameras cannot read inverted codes. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-52 rounded-field border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#15130f" d={path} />
    </svg>
  );
}
