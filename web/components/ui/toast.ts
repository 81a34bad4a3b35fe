import { create } from 'zustand';

<<<<<<< HEAD
/** A toast's one button, such as Undo. Its seconds are counted down on it, unless it `isSticky`: it stays until it is pressed. */
export type ToastButton = { onPress: () => void; label: string; isSticky?: true };

/** The link of a toast, or its button. */
export type ToastAction = { to: string; label: string } | ToastButton;
=======
/** The link of a toast, or its one button, such as Undo, with the key that does the same where there is one. */
export type ToastAction =
  | { to: string; label: string }
  | { onPress: () => void; label: string; key?: string };
>>>>>>> life

export interface ToastContent {
  /** `notice`: what happened elsewhere, and has been announced already. */
  kind: 'success' | 'error' | 'notice';
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
<<<<<<< HEAD
    show({ kind: 'success', title, description, action }),
  error: (title: string, description?: string, action?: ToastAction) =>
    show({ kind: 'error', title, description, action }),
=======
    showToast({ kind: 'success', title, description, action }),
  error: (title: string, description?: string) => showToast({ kind: 'error', title, description }),
>>>>>>> life
};
