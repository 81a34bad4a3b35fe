import { useEffect, useState } from 'react';
import { countInbox } from '#common/messages/inbox-api.ts';
import { mountList, reloadList } from '#web/lib/active-lists.ts';
import { call } from '#web/lib/call.ts';
import { onOps, opsChannel } from '#web/lib/ops-channel.ts';
import { createRequestCounter } from '#web/lib/snapshots.ts';

/** Debounce before messages are counted again after changes, in milliseconds. */
const GATHER_MS = 300;

/** Number of open messages, live; null until known, and for users other than staff. */
export function useInboxCount(isStaff: boolean): number | null {
  const [count, setCount] = useState<number | null>(null);

  useEffect(() => {
    if (!isStaff) return;
    const requests = createRequestCounter();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        await opsChannel()?.watch();
        const request = requests.begin();
        const { open } = await call(countInbox);
        if (requests.accept(request)) setCount(open);
        return true;
      } catch {
        return false;
      }
    };
    const forget = mountList(load);
    const unlisten = onOps('inbox:changed', () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => void reloadList(load), GATHER_MS);
    });
    return () => {
      requests.rejectAll();
      clearTimeout(gathering);
      forget();
      unlisten();
    };
  }, [isStaff]);

  return isStaff ? count : null;
}
