import { create } from 'zustand';

/** The link of a toast, or its one button, such as Undo, with the key that does the same where there is one. */
export type ToastAction =
  | { to: string; label: string }
  | { onPress: () => void; label: string; key?: string };

export interface ToastContent {
  kind: 'success' | 'error';
  title: string;
  description?: string;
  action?: ToastAction;
}

interface NumberedToast extends ToastContent {
  /** Tells a repeated toast from the one before it. */
  id: number;
}

/** The newest toast; it replaces the one before (specification section 9). */
export const useToastStore = create<{ newest: NumberedToast | null }>()(() => ({ newest: null }));

const show = (content: ToastContent) =>
  useToastStore.setState(({ newest }) => ({ newest: { ...content, id: (newest?.id ?? 0) + 1 } }));

/** Shows a toast, from anywhere. Texts: specification sections 5 and 8. */
export const toast = {
  success: (title: string, description?: string, action?: ToastAction) =>
    show({ kind: 'success', title, description, action }),
  error: (title: string, description?: string) => show({ kind: 'error', title, description }),
};
