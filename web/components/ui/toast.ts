import { create } from 'zustand';

/**
 * A toast's button, such as Undo, optionally with its keyboard shortcut. It shows the remaining seconds:
 * eight, or `seconds` if those are fewer. With `isSticky` the toast stays until the button is pressed.
 */
export type ToastButton = {
  onPress: () => void;
  label: string;
  key?: string;
  seconds?: number;
  isSticky?: true;
};

/** A toast's link or button. */
export type ToastAction = { to: string; label: string } | ToastButton;

export interface ToastContent {
  /**
   * `notice`: an event elsewhere that needs action; `notification`: one that does not. Callers announce both.
   */
  kind: 'success' | 'error' | 'notice' | 'notification';
  title: string;
  description?: string;
  action?: ToastAction;
}

interface NumberedToast extends ToastContent {
  /** Distinguishes a repeated toast from the one before it. */
  id: number;
}

/** The newest toast while it is visible. It replaces the one before (specification section 9). */
export const useToastStore = create<{ newest: NumberedToast | null }>()(() => ({ newest: null }));

let count = 0;

/** Shows a toast of any kind. */
export const showToast = (content: ToastContent) => {
  count += 1;
  useToastStore.setState({ newest: { ...content, id: count } });
};

/** Shows a success or error toast. Texts: specification sections 5 and 8. */
export const toast = {
  success: (title: string, description?: string, action?: ToastAction) =>
    showToast({ kind: 'success', title, description, action }),
  error: (title: string, description?: string, action?: ToastAction) =>
    showToast({ kind: 'error', title, description, action }),
};
