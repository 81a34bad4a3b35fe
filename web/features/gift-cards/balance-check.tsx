import { type FormEvent, lazy, Suspense, useState } from 'react';
import { INVALID_GIFT_CARD } from '#common/gift-cards/code.ts';
import type { Statement } from '#common/gift-cards/gift-card-codes-api.ts';
import { formatCents } from '#common/money.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { isClientError, isUnconfirmed } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

const CardStatement = lazy(() =>
  import('./card-statement.tsx').then(({ CardStatement }) => ({ default: CardStatement })),
);

const ConfirmEmailNotice = lazy(() =>
  import('#web/components/confirm-email-notice.tsx').then((module) => ({
    default: module.ConfirmEmailNotice,
  })),
);

/** The result of a balance check: the card's statement, or why there is none. */
interface Finding {
  code: string;
  statement?: Statement;
  problem?: string;
  isUnconfirmed?: boolean;
}

/** Shows a gift card's balance to anyone who knows its code, which is sent in the body and never stored. */
export function BalanceCheck() {
  const [code, setCode] = useState('');
  const [finding, setFinding] = useState<Finding>({ code: '' });
  const form = useFocusFirstInvalid(finding);
  const { statement, problem, isUnconfirmed: isWaiting } = finding.code === code ? finding : {};

  const refuse = (title: string, message?: string) => {
    toast.error(title, message);
    setFinding({ code, problem: message ?? title });
  };

  const { run, isPending } = useInFlight(async () => {
    if (code.trim() === '') return refuse('Gift card code required');
    try {
      const { fetchBalance } = await import('./card-statement.tsx');
      const found = await fetchBalance(code);
      setFinding({ code, statement: found });
      announce(`Balance: ${formatCents(found.balanceCents)}`);
    } catch (error) {
      if (isUnconfirmed(error)) {
        refuse('Email not confirmed', messageOf(error, INVALID_GIFT_CARD));
        setFinding((found) => ({ ...found, isUnconfirmed: true }));
      } else if (isClientError(error)) refuse('Invalid gift card', messageOf(error, INVALID_GIFT_CARD));
      else refuse('Balance not checked', messageOf(error, UNREACHED));
    }
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };

  return (
    <div className="grid gap-8">
      <form ref={form} noValidate onSubmit={handleSubmit} className="max-w-[480px]">
        <Field label="Gift card code" error={problem}>
          {(control) => (
            <span className="flex gap-3">
              <TextInput
                {...control}
                name="giftCardCode"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                readOnly={isPending}
                value={code}
                onChange={({ target }) => setCode(target.value.toUpperCase())}
              />
              <Button
                type="submit"
                variant="outline"
                size={48}
                isPending={isPending}
                pendingLabel="Checking..."
              >
                Check
              </Button>
            </span>
          )}
        </Field>
        {isWaiting && (
          <Suspense>
            <ConfirmEmailNotice className="mt-3" />
          </Suspense>
        )}
      </form>
      {statement && (
        <Suspense>
          <CardStatement statement={statement} />
        </Suspense>
      )}
    </div>
  );
}

const UNREACHED = 'The server could not be reached. Please try again.';
