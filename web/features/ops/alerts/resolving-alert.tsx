import { useEffect } from 'react';
import { create } from 'zustand';
import type { Alert } from '#common/alerts/alert.ts';
import { useBoardStore } from '../board/board-store.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

const useResolvingStore = create<{ opened: Alert | null }>()(() => ({ opened: null }));

const leave = () => useResolvingStore.setState({ opened: null });

/**
 * Opens the dialog that resolves an alert. `ResolvingAlert` renders it rather than the alert's row, because
 * the row disappears when another staff member resolves the alert.
 */
export const openResolving = (alert: Alert) => useResolvingStore.setState({ opened: alert });

/** The dialog that resolves an alert, mounted once for the whole console. */
export function ResolvingAlert() {
  const opened = useResolvingStore((state) => state.opened);
  const live = useBoardStore(({ alerts }) => (opened ? alerts[opened.id] : undefined));
  useEffect(() => leave, []);
  return opened && <ResolveDialog key={opened.id} opened={opened} live={live ?? null} onClose={leave} />;
}
