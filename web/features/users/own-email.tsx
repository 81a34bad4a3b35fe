import { Mail } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#common/time.ts';
import type { User } from '#common/users/user.ts';
import { ConfirmEmailNotice } from '#web/components/confirm-email-notice.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { AccountRow } from './account-row.tsx';
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
    <>
      <AccountRow
        Icon={Mail}
        title={user.username}
        text={confirmedAt ? `Confirmed ${formatDay(new Date(confirmedAt), now)}` : 'Not confirmed yet'}
        notice={
          !confirmedAt && <ConfirmEmailNotice role={user.role} text={waiting} className="mt-2 pb-1.5 pl-9" />
        }
      >
        <Button variant="outline" aria-label="Change email address" onClick={() => setIsChanging(true)}>
          Change
        </Button>
      </AccountRow>
      {isChanging && <ChangeEmailDialog user={user} isOpen onClose={() => setIsChanging(false)} />}
    </>
  );
}
