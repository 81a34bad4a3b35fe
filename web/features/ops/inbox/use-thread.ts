import { useEffect, useRef, useState } from 'react';
import type { InboxRow, Thread } from '#common/messages/inbox.ts';
import { readThread } from '#common/messages/inbox-api.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { mountList, reloadList } from '#web/lib/active-lists.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { emitOps, onOps, opsChannel } from '#web/lib/ops-channel.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

/** A change of a message: what the server makes of it. */
export type ChangeThread = (change: (thread: Thread) => Promise<Thread>) => Promise<boolean>;

/** A message, live, and its changes, one at a time. One that somebody else changed first is shown as it is now. */
export function useThread(messageId: string) {
  const [thread, setThread] = useState<Thread | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const version = useRef(0);
  const reload = useRef<() => Promise<void>>(async () => {});

  const receive = (next: Thread) => {
    if (next.version < version.current) return;
    version.current = next.version;
    setThread(next);
    setFailure(null);
  };
  const latestReceive = useRef(receive);

  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      try {
        await opsChannel()?.watch();
        const read = await fetchWithTimeout((signal) => call(readThread, { messageId }, { signal }));
        if (isMounted) latestReceive.current(read);
        return true;
      } catch (error) {
        if (isMounted) setFailure(error);
        return error instanceof ApiError && error.status === 404;
      }
    };
    reload.current = () => reloadList(load);
    const forget = mountList(load);
    const unlisten = onOps('inbox:changed', (rows) => {
      if (rows.some(({ id, version: next }) => id === messageId && next > version.current))
        void reloadList(load);
    });
    return () => {
      isMounted = false;
      forget();
      unlisten();
    };
  }, [messageId]);

  const isDone = useRef(false);
  const { run, isPending } = useInFlight(async (change: (thread: Thread) => Promise<Thread>) => {
    isDone.current = false;
    if (!thread) return;
    try {
      const next = await change(thread);
      receive(next);
      // The lists follow at once; that the event comes too is no matter.
      emitOps('inbox:changed', [rowOf(next)]);
      isDone.current = true;
    } catch (error) {
      toastFailure('Not saved', error, 'The server didn’t answer. Please try again.');
      if (error instanceof ApiError && error.status === 409) await reload.current();
    }
  });
  const change: ChangeThread = async (make) => {
    await run(make);
    return isDone.current;
  };

  return { thread, failure: thread ? null : failure, reload: () => reload.current(), change, isPending };
}

const rowOf = (thread: Thread): InboxRow => ({
  id: thread.id,
  version: thread.version,
  kind: thread.kind,
  state: thread.state,
  subject: thread.subject,
  from: thread.from,
  detail: thread.detail,
  assignee: thread.assignee,
  receivedAt: thread.receivedAt,
  movedAt: thread.movedAt,
});
