import { create } from 'zustand';

/** A toast's one button. The toast goes with it after so many `seconds`, or stays until it is pressed. */
export interface ToastButton {
  label: string;
  onPress: () => void;
  seconds: number | null;
}

export interface ToastContent {
  kind: 'success' | 'error';
  title: string;
  description?: string;
  button?: ToastButton;
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
  success: (title: string, description?: string, button?: ToastButton) =>
    show({ kind: 'success', title, description, button }),
  error: (title: string, description?: string, button?: ToastButton) =>
    show({ kind: 'error', title, description, button }),
};

/** The button that takes back what the toast says was done. */
export const undoButton = (onPress: () => void): ToastButton => ({ label: 'Undo', onPress, seconds: 8 });
