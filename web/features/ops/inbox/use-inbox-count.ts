import { useEffect, useState } from 'react';
import { countInbox } from '#common/messages/inbox-api.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { call } from '#web/lib/call.ts';
import { onOps, opsChannel } from '#web/lib/ops-channel.ts';

/** How long changes gather before they are counted again. */
const GATHER_MS = 300;

/** How many messages wait for us, live; null until it is known, and for who may not know. */
export function useInboxCount(isStaff: boolean): number | null {
  const [count, setCount] = useState<number | null>(null);

  useEffect(() => {
    if (!isStaff) return;
    let isMounted = true;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        await opsChannel()?.watch();
        const { open } = await call(countInbox);
        if (isMounted) setCount(open);
        return true;
      } catch {
        return false;
      }
    };
    const forget = mountList(load);
    const unlisten = onOps('inbox:changed', () => {
      clearTimeout(gathering);
      gathering = setTimeout(load, GATHER_MS);
    });
    return () => {
      isMounted = false;
      clearTimeout(gathering);
      forget();
      unlisten();
    };
  }, [isStaff]);

  return isStaff ? count : null;
}
