import { Mail } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#common/time.ts';
import type { User } from '#common/users/user.ts';
import { ConfirmEmailNotice } from '#web/components/confirm-email-notice.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';

interface OwnEmailProps {
  user: User;
  /** When the address was confirmed; null if it is not yet. */
  confirmedAt: string | null;
  now: Date;
}

/** The account's email address: whether it is confirmed, what depends on that, and a button to change it. */
export function OwnEmail({ user, confirmedAt, now }: OwnEmailProps) {
  const [isChanging, setIsChanging] = useState(false);
  const waiting =
    user.role === 'rider'
      ? 'Promo codes, trip sharing and full details in ride emails need a confirmed address.'
      : 'Use the link in your inbox.';
  return (
    <div className="border-line border-t py-2.5">
      <div className="flex min-h-11 items-center gap-4">
        <Mail aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{user.username}</p>
          <p className="text-14 text-ink-2">
            {confirmedAt ? `Confirmed ${formatDay(new Date(confirmedAt), now)}` : 'Not confirmed yet'}
          </p>
        </div>
        <Button variant="outline" aria-label="Change email address" onClick={() => setIsChanging(true)}>
          Change
        </Button>
      </div>
      {!confirmedAt && <ConfirmEmailNotice role={user.role} text={waiting} className="mt-2 pb-1.5 pl-9" />}
      {isChanging && <ChangeEmailDialog user={user} isOpen onClose={() => setIsChanging(false)} />}
    </div>
  );
}
