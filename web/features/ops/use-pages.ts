import { useCallback } from 'react';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** A part of a list, and where the next one begins; null at the end. */
interface Page<Item> {
  items: readonly Item[];
  next: string | null;
}

/**
 * Loads a list page by page: the first when the component mounts, and again when `read` is another function
 * (wrap it in `useCallback`). A further page that cannot be loaded leaves what is on screen, with a toast.
 *
 * @returns the pages loaded so far; `reload`; `change`, to apply the result of a write; `loadMore`, given the
 * last page's `next`; and whether that is under way
 */
export function usePages<Item>(
  read: (after: string | undefined, signal?: AbortSignal) => Promise<Page<Item>>,
) {
  const readFirst = useCallback((signal: AbortSignal) => read(undefined, signal), [read]);
  const { state, reload, change } = useLoaded(readFirst);
  const { run: loadMore, isPending: isLoadingMore } = useInFlight(async (after: string) => {
    try {
      const { items, next } = await read(after);
      change((pages) => ({ items: [...pages.items, ...items], next }));
    } catch (error) {
      toast.error('Not loaded', messageOf(error, NO_ANSWER_RETRY));
    }
  });
  return { state, reload, change, loadMore, isLoadingMore };
}
