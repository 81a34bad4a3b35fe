import clsx from 'clsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import type { MessageForm } from './use-message-form.ts';

interface SendButtonProps {
  form: MessageForm;
  label: string;
}

/** The one action of a form, and under it what became of the last attempt. The toast has read that out already. */
export const SendButton = ({ form: { isPending, outcome }, label }: SendButtonProps) => (
  <div className="sm:col-span-full">
    <Button type="submit" size={52} isPending={isPending} pendingLabel="Sending..." className="max-sm:w-full">
      {label}
    </Button>
    {outcome && (
      <p className={clsx('mt-3 flex gap-1.5 text-14', outcome.kind === 'sent' ? 'text-ok' : 'text-danger')}>
        {outcome.kind === 'sent' ? (
          <CircleCheck aria-hidden size={16} className="mt-[0.2em] shrink-0" />
        ) : (
          <CircleAlert aria-hidden size={16} className="mt-[0.2em] shrink-0" />
        )}
        {outcome.text}
      </p>
    )}
  </div>
);
