import clsx from 'clsx';
import { Lock, LockOpen } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Colleague, Thread } from '#common/messages/inbox.ts';
import { ANSWER_MAX, answerThread, noteThread } from '#common/messages/inbox-api.ts';
import { firstNameOf } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { editReplyDraft, useReplyDraft } from './reply-drafts.ts';
import type { ChangeThread } from './use-thread.ts';

interface ReplyBoxProps {
  thread: Thread;
  me: Colleague;
  change: ChangeThread;
}

/** Input for an answer, sent by email, or for an internal note. The text is kept until it was saved. */
export function ReplyBox({ thread, me, change }: ReplyBoxProps) {
  const { id: messageId, email } = thread;
  const { text, isNote } = useReplyDraft(messageId);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const { run: submit, isPending } = useInFlight(
    async (make: Parameters<ChangeThread>[0], done: () => void) => {
      if (text.trim() === '') {
        setError(isNote ? 'Please write a note' : 'Please write a reply');
        field.current?.focus();
        return;
      }
      setError(null);
      if (!(await change(make))) return;
      // Keeps what was typed in the meantime.
      editReplyDraft(messageId, (now) => ({
        ...now,
        text: now.text.startsWith(text) ? now.text.slice(text.length).trimStart() : now.text,
      }));
      done();
    },
  );
  const send = (state: 'waiting' | 'done') =>
    submit(
      ({ version }) => call(answerThread, { messageId, version, text, state }),
      () => toast.success('On its way', `Your reply goes to ${email}.`),
    );
  const note = () =>
    submit(
      ({ version }) => call(noteThread, { messageId, version, text }),
      () => toast.success('Noted', 'We alone see it.'),
    );

  const Icon = isNote ? Lock : LockOpen;
  return (
    <div
      className={clsx(
        'rounded-card border px-4 py-3 has-[textarea:focus-visible]:border-gold has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:-outline-offset-2 has-[textarea:focus-visible]:outline-gold',
        isNote ? 'border-control border-dashed bg-sunken' : 'border-control bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="text-14 wrap-anywhere">
          {isNote ? (
            'Note, seen by us alone'
          ) : (
            <>
              <span className="mr-1.5 text-ink-2">To</span> {email}
            </>
          )}
        </label>
        <button
          type="button"
          aria-pressed={isNote}
          onClick={() => editReplyDraft(messageId, (now) => ({ ...now, isNote: !now.isNote }))}
          className={clsx(
            'inline-flex min-h-11 items-center gap-2 text-14 hover:underline xl:pointer-fine:min-h-8',
            isNote ? 'font-semibold text-ink' : 'text-ink-2',
          )}
        >
          <Icon aria-hidden size={15} />
          Note for us
        </button>
      </div>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={text}
        maxLength={ANSWER_MAX}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => editReplyDraft(messageId, (now) => ({ ...now, text: target.value }))}
        className="field-sizing-content max-h-[50dvh] min-h-20 w-full resize-none bg-transparent py-2 text-16 text-ink outline-none"
      />
      {error && (
        <p id={`${id}-error`} className="mb-2 text-14 text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-ink-2">
          {isNote ? 'No email is sent.' : `Reply by email, signed ${firstNameOf(me.name)} at Marquee`}
        </p>
        <div className="flex gap-2 max-sm:w-full max-sm:flex-col">
          {isNote ? (
            <Button className="text-14!" isPending={isPending} pendingLabel="Saving..." onClick={note}>
              Add note
            </Button>
          ) : (
            <>
              <Button
                variant="outline"
                className="text-14!"
                isUnavailable={isPending}
                onClick={() => send('done')}
              >
                Send, done
              </Button>
              <Button
                className="text-14!"
                isPending={isPending}
                pendingLabel="Sending..."
                onClick={() => send('waiting')}
              >
                Send, wait for an answer
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
