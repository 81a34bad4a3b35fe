import clsx from 'clsx';
import { useState } from 'react';
import { requestEmailConfirmation } from '#common/users/account-api.ts';
import { EMAIL_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import type { Role } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { Button } from './ui/button.tsx';

interface ConfirmEmailNoticeProps {
  /** The role of the account whose email address is not confirmed. */
  role?: Role;
  /** Instructions, shown until another link is sent. */
  text?: string;
  className?: string;
}

/**
 * Shown where an action requires a confirmed email address: refers to the mailed link, and can send another.
 * Import it lazily.
 */
export function ConfirmEmailNotice({
  role = 'rider',
  text = 'Use the link in your inbox, then try again.',
  className,
}: ConfirmEmailNoticeProps) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const { run, isPending } = useInFlight(async () => {
    try {
      await call(requestEmailConfirmation, { role });
      setOutcome(`Another link is on its way. It works for ${EMAIL_LINK_LASTS.text}.`);
    } catch (error) {
      setOutcome(messageOf(error, 'The link was not sent. Please try again.'));
    }
  });

  return (
    <div className={clsx('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}>
      <p role="status" className="text-14 text-ink-2">
        {outcome ?? text}
      </p>
      <Button variant="outline" isPending={isPending} pendingLabel="Sending the link..." onClick={run}>
        Send the link again
      </Button>
    </div>
  );
}
