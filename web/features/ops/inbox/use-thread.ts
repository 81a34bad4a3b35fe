import { useEffect, useRef, useState } from 'react';
import type { InboxRow, Thread } from '#common/messages/inbox.ts';
import { readThread } from '#common/messages/inbox-api.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { mountList, reloadList } from '#web/lib/active-lists.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { emitOps, onOps, opsChannel } from '#web/lib/ops-channel.ts';

/** A command on a message in its latest state. Returns its new state. */
type MakeThread = (seen: Thread) => Promise<Thread>;

/** Fields that a control changes optimistically. */
type Pressed = Partial<Pick<Thread, 'assignee' | 'state'>>;

/**
 * Changes a message, after all pending changes of it.
 *
 * @param pressed optimistic values, shown until the change has completed
 * @returns whether it succeeded
 */
export type ChangeThread = (make: MakeThread, pressed?: Pressed) => Promise<boolean>;

/**
 * Loads a message, keeps it live, and runs changes of it. Changes run one after another, each on the result
 * of the one before, and are shown optimistically. If one fails, pending ones are dropped; after a conflict
 * the message is reloaded.
 */
export function useThread(messageId: string) {
  const [thread, setThread] = useState<Thread | null>(null);
  /** Optimistic values of the pending changes, in order. */
  const [ahead, setAhead] = useState<readonly Pressed[]>([]);
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

  const attempt = async (make: MakeThread, seen: Thread): Promise<Thread | null> => {
    try {
      const next = await make(seen);
      receive(next);
      // Updates the lists at once; the server's event for the same version is ignored.
      emitOps('inbox:changed', [rowOf(next)]);
      return next;
    } catch (error) {
      toastFailure('Not saved', error);
      if (error instanceof ApiError && error.status === 409) void reload.current();
      return null;
    }
  };
  /** Result of the latest pending change; null if it failed, which was already reported. */
  const underWay = useRef<Promise<Thread | null> | null>(null);
  const change: ChangeThread = async (make, pressed = {}) => {
    setAhead((known) => [...known, pressed]);
    const before = underWay.current ?? Promise.resolve(thread);
    const turn = before.then((seen) => seen && attempt(make, seen));
    underWay.current = turn;
    const next = await turn;
    setAhead((known) => known.filter((each) => each !== pressed));
    if (underWay.current === turn) underWay.current = null;
    return next !== null;
  };

  return {
    thread: thread && { ...thread, ...pressedLast(ahead) },
    failure: thread ? null : failure,
    reload: () => reload.current(),
    change,
  };
}

/** Merges the optimistic values of several changes, the latest last. */
function pressedLast(ahead: readonly Pressed[]): Pressed {
  const pressed: Pressed = {};
  for (const each of ahead) Object.assign(pressed, each);
  return pressed;
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
