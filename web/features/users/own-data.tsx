import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { AccountRow } from './account-row.tsx';
import { deleteOwnAccount, downloadOwnData } from './own-data-actions.ts';

/** The user's rights over their personal data: download it, or delete it with the account. */
export function OwnData({ user }: { user: User }) {
  const [opened, setOpened] = useState<'download' | 'delete' | null>(null);
  const close = () => setOpened(null);

  return (
    <>
      <div className="border-line border-t">
        <AccountRow
          Icon={Download}
          title="Download"
          text="A file with all of it, readable by other programs."
        >
          <Button variant="outline" aria-label="Download your data" onClick={() => setOpened('download')}>
            Download
          </Button>
        </AccountRow>
        <AccountRow Icon={Trash2} title="Delete account" text="Permanently, right away.">
          <Button variant="danger" aria-label="Delete account" onClick={() => setOpened('delete')}>
            Delete
          </Button>
        </AccountRow>
      </div>
      {opened === 'download' && (
        <OwnerDialog
          user={user}
          title="Download your data"
          description="Your account, rides, messages, payments and all else we hold on you, in one JSON file."
          button="Download"
          pendingLabel="Preparing..."
          act={async (currentPassword) => {
            await downloadOwnData({ role: user.role, currentPassword });
            toast.success('Downloaded', 'The file says a lot about you. Keep it somewhere private.');
            close();
          }}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <OwnerDialog
          user={user}
          title="Delete your account?"
          description="You are signed out everywhere at once. This can’t be undone."
          button="Delete account"
          variant="danger"
          pendingLabel="Deleting..."
          act={async (currentPassword) => {
            await deleteOwnAccount({ role: user.role, currentPassword });
            toast.success('Your account is deleted', `A final email to ${user.username} confirms it.`);
          }}
          onClose={close}
        >
          <Consequences role={user.role} />
        </OwnerDialog>
      )}
    </>
  );
}

const KEPT_FINGERPRINTS =
  'If you booked rides, we keep one of your email address; if you used a promo code, also of the phone and bank card. They only tell whether a promo code was used before.';

/** What is deleted, what is kept, and the preconditions. */
function Consequences({ role }: Pick<User, 'role'>) {
  const isDriver = role === 'driver';
  const first = isDriver
    ? 'Your rides must be over, their final fares decided and your earnings paid out.'
    : 'Your rides must be over or cancelled, every charge paid and refunds received.';
  const facts = [
    ['Deleted', 'Your name, contact details, saved places, messages, documents, and ride addresses.'],
    ['Kept', 'That rides took place, when, and what was paid, without your name.'],
    ...(role === 'rider' ? [['Fingerprints', KEPT_FINGERPRINTS]] : []),
    ['Gift cards', 'Anyone with a card’s code can spend what is left on it. Keep the code.'],
    ['First', first],
  ];
  return (
    <dl className="mb-5 grid gap-x-5 border-line border-y py-4 text-14 sm:grid-cols-[auto_1fr] sm:gap-y-2.5">
      {facts.map(([title, text]) => (
        <div key={title} className="max-sm:not-first:mt-2.5 sm:contents">
          <dt className="text-ink-2">{title}</dt>
          <dd className="text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface OwnerDialogProps {
  user: User;
  title: string;
  description: string;
  children?: ReactNode;
  button: string;
  variant?: 'primary' | 'danger';
  pendingLabel: string;
  /** Runs the action with the password. Its error is shown at the field. */
  act: (currentPassword: string) => Promise<void>;
  onClose: () => void;
}

/** Requires the current password, because an open session is not enough. Input stays after a refusal. */
function OwnerDialog({ user, children, act, onClose, ...props }: OwnerDialogProps) {
  const { title, description, button, variant = 'primary', pendingLabel } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useFocusFirstInvalid(refusal ? { currentPassword: refusal } : {});

  const { run, isPending } = useInFlight(async (currentPassword: string) => {
    if (!currentPassword) return setRefusal('Please enter your password.');
    setRefusal(null);
    try {
      await act(currentPassword);
    } catch (error) {
      const named = error instanceof ApiError ? fieldErrors(error.issues).currentPassword : undefined;
      setRefusal(named ?? messageOf(error, NO_ANSWER_RETRY));
    }
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(String(new FormData(event.currentTarget).get('currentPassword') ?? ''));
  };

  return (
    <Dialog isOpen onClose={onClose} title={title} description={description} isClosable={!isPending}>
      <form ref={form} noValidate onSubmit={handleSubmit}>
        {children}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <div className="grid gap-5">
          <Field label="Current password" error={refusal ?? undefined}>
            {(control) => (
              <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />
            )}
          </Field>
          <Button type="submit" size={52} variant={variant} isPending={isPending} pendingLabel={pendingLabel}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
