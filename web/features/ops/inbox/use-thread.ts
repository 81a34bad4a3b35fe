import { useEffect, useRef, useState } from 'react';
import type { InboxRow, Thread } from '#common/messages/inbox.ts';
import { readThread } from '#common/messages/inbox-api.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { mountList, reloadList } from '#web/lib/active-lists.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { emitOps, onOps, opsChannel } from '#web/lib/ops-channel.ts';

/** A change of a message as it was seen: what the server makes of it. */
type MakeThread = (seen: Thread) => Promise<Thread>;

/** What of a message a press changes. */
type Pressed = Partial<Pick<Thread, 'assignee' | 'state'>>;

/**
 * Changes a message, after the changes that are under way.
 *
 * @param pressed what it then is, which is shown until it is known
 * @returns whether it was done
 */
export type ChangeThread = (make: MakeThread, pressed?: Pressed) => Promise<boolean>;

/**
 * A message, live, and its changes, one after another, each made of what the one before has come to, and shown before it is answered. One
 * that somebody else changed first is shown as it is now, and nothing that waited is done to it.
 */
export function useThread(messageId: string) {
  const [thread, setThread] = useState<Thread | null>(null);
  /** Of the changes under way, in their order. */
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
      // The lists follow at once; that the event comes too is no matter.
      emitOps('inbox:changed', [rowOf(next)]);
      return next;
    } catch (error) {
      toastFailure('Not saved', error, 'The server didn’t answer. Please try again.');
      if (error instanceof ApiError && error.status === 409) void reload.current();
      return null;
    }
  };
  /** What the last change comes to while it is under way; null where it was not taken, which has been said. */
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

/** What several presses come to. */
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
