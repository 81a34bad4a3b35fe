import { create } from 'zustand';

/**
 * A toast's one button, such as Undo, with the key that does the same where there is one. Its seconds are counted down on it, unless it
 * `isSticky`: it stays until it is pressed.
 */
export type ToastButton = { onPress: () => void; label: string; key?: string; isSticky?: true };

/** The link of a toast, or its button. */
export type ToastAction = { to: string; label: string } | ToastButton;

export interface ToastContent {
  /** `notice`: what happened elsewhere and needs somebody; `news`: what needs nobody. Both have been announced already. */
  kind: 'success' | 'error' | 'notice' | 'news';
  title: string;
  description?: string;
  action?: ToastAction;
}

interface NumberedToast extends ToastContent {
  /** Tells a repeated toast from the one before it. */
  id: number;
}

/** The newest toast while it is in sight; it replaces the one before (specification section 9). */
export const useToastStore = create<{ newest: NumberedToast | null }>()(() => ({ newest: null }));

let count = 0;

/** Shows a toast of any kind. */
export const showToast = (content: ToastContent) => {
  count += 1;
  useToastStore.setState({ newest: { ...content, id: count } });
};

/** Shows a toast, from anywhere. Texts: specification sections 5 and 8. */
export const toast = {
  success: (title: string, description?: string, action?: ToastAction) =>
    showToast({ kind: 'success', title, description, action }),
  error: (title: string, description?: string, action?: ToastAction) =>
    showToast({ kind: 'error', title, description, action }),
};
